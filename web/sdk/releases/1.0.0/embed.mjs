/*! @fairway/sdk 1.0.0 */
// web/sdk/errors.ts
var e = [
	"rate_limited",
	"payment_declined",
	"wallet_sdk_error",
	"network_error"
], t = class extends Error {
	code;
	retryable;
	status;
	constructor(t, n, r = {}) {
		super(n, r.cause === void 0 ? void 0 : { cause: r.cause }), this.name = "CheckoutError", this.code = t, this.retryable = e.includes(t), this.status = r.status ?? null;
	}
}, n = /^cs_[A-Za-z0-9]{10,60}$/, r = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/, i = null;
function a(e) {
	let t = e?.lastIndexOf("/sdk/") ?? -1;
	t > 0 && (i = e.slice(0, t));
}
function o(e) {
	let { sessionId: t, environment: r, baseUrl: i, cspNonce: a, locale: o } = e ?? {};
	if (r !== "live" && r !== "sandbox") throw c(`environment is live or sandbox, not ${JSON.stringify(r) ?? "left out"}`);
	if (typeof t != "string" || !n.test(t)) throw c("sessionId is the id of a checkout session, cs_…");
	return {
		sessionId: t,
		environment: r,
		base: s(i, r),
		cspNonce: a ?? "",
		locale: o ?? "",
		callbacks: e
	};
}
function s(e, t) {
	let n = e ?? i;
	if (n === null) throw c("baseUrl is needed where the script was not loaded from your Fairway");
	let a;
	try {
		a = new URL(n);
	} catch (e) {
		throw c("baseUrl is no address", e);
	}
	let o = t === "sandbox" && a.protocol === "http:" && r.test(a.hostname);
	if (a.protocol !== "https:" && !o) throw c("baseUrl begins with https://");
	return a.origin + a.pathname.replace(/\/+$/, "");
}
function c(e, n) {
	return new t("config_error", e, { cause: n });
}
function l(e) {
	let t = typeof e == "string" ? document.querySelector(e) : e;
	if (t instanceof Element) return t;
	throw c(`mount needs an element; ${typeof e == "string" ? `${e} finds none` : "that is none"}`);
}
// web/kit/frame-messages.ts
var u = "fairway", d = 1, f = [
	"ready",
	"resize",
	"state",
	"approve",
	"cancel",
	"expired",
	"error",
	"init"
];
function p(e) {
	return {
		source: u,
		version: d,
		...e
	};
}
function m(e) {
	let t = e;
	return typeof t != "object" || t?.source !== u ? null : t.version === d ? f.includes(t.type) ? t : null : "other version";
}
// web/kit/dom.ts
function h(e, t, n = {}) {
	let r = document.createElement(e);
	r.className = t;
	for (let [e, t] of Object.entries(n)) r.setAttribute(e, t);
	return r;
}
var g = /* @__PURE__ */ new Set();
function _(e) {
	if (g.has(e)) return;
	g.add(e);
	let t = new CSSStyleSheet();
	t.replaceSync(e), document.adoptedStyleSheets.push(t);
}
// web/sdk/life.ts
var v = [
	"approving",
	"confirming",
	"pending"
], y = 1e3;
function b(e, t) {
	let n = null, r = !1, i = (t) => {
		t.close(), (e.state() === "ready" || e.state() === "loading") && e.turn("idle");
	}, a = x(e, i), o = {
		get state() {
			return e.state();
		},
		mount: (e) => {
			if (r) throw c("this checkout was destroyed; make another");
			let i = l(e);
			return n?.root.parentNode === i && n.root.isConnected || (o.unmount(), n = a.takeBack(i) ?? t(i)), o;
		},
		unmount: () => {
			let t = n;
			n = null, t && ((t.root.isConnected || !t.isFrame) && v.includes(e.state()) ? a.put(t) : i(t));
		},
		destroy: () => {
			r = !0, e.silence(), o.unmount(), a.clear();
		}
	};
	return o;
}
function x(e, t) {
	let n = null, r = !1, i = 0, a = () => {
		clearTimeout(i), n && t(n), n = null, r = !1;
	};
	return e.watch((e) => {
		clearTimeout(i);
		let t = r ? e === "paid" : !v.includes(e);
		n && t && (i = window.setTimeout(a, y));
	}), {
		clear: a,
		put: (e) => {
			a(), n = e, n.root.hidden = !0, C(n.root, document.body);
		},
		takeBack: (e) => {
			if (clearTimeout(i), !n) return null;
			if (S(n, e)) {
				let e = n;
				return n = null, e;
			}
			return r = !0, n.hush?.(), null;
		}
	};
}
function S({ root: e, isFrame: t }, n) {
	if (e.parentNode !== n && !C(e, n)) {
		if (t) return !1;
		n.append(e);
	}
	return e.hidden = !1, !0;
}
function C(e, t) {
	try {
		return t.moveBefore(e, null), !0;
	} catch {
		return !1;
	}
}
// web/sdk/teller.ts
function w(e) {
	let t = "idle", n = !1, r = !1, i = () => void 0, a = (e) => {
		if (!n) try {
			e();
		} catch (e) {
			reportError(e);
		}
	};
	return {
		state: () => t,
		turn: (n) => {
			if (n === t) return;
			let r = t;
			t = n, i(n), a(() => e.onStateChange?.(n, r));
		},
		ready: () => a(() => e.onReady?.()),
		approve: (t) => {
			r || a(() => e.onApprove?.(t)), r = !0;
		},
		cancel: () => a(() => e.onCancel?.()),
		error: (t) => a(() => e.onError?.(t)),
		expired: () => a(() => e.onExpired?.()),
		watch: (e) => {
			i = e;
		},
		silence: () => {
			n = !0;
		},
		isSilent: () => n
	};
}
// web/sdk/embed.ts
var T = 15e3, E = 200, D = 1e4, O = [
	"light",
	"dark",
	"auto"
], k = "payment *; publickey-credentials-get *; clipboard-write", A = `.fairway-frame { display: block; width: 100%; height: ${E}px; border: 0; color-scheme: auto; }
.fairway-frame[hidden] { display: none; }`;
function j(e) {
	let t = o(e), { theme: n } = e;
	if (n !== void 0 && !O.includes(n)) throw c("theme is light, dark or auto");
	let r = w(t.callbacks);
	return b(r, (n) => P({
		settings: t,
		options: e,
		teller: r
	}, n));
}
function M({ base: e, sessionId: t, locale: n }, r) {
	let i = new URLSearchParams({
		...n && { locale: n },
		...r !== "auto" && { theme: r }
	}).toString();
	return `${e}/embed/${t}${i && `?${i}`}`;
}
function N(e) {
	let t = getComputedStyle(e).colorScheme.split(" ");
	return t.includes("dark") ? t.includes("light") ? "auto" : "dark" : "light";
}
function P(e, t) {
	let { settings: n, options: r, teller: i } = e;
	_(A);
	let a = h("iframe", "fairway-frame", {
		src: M(n, r.theme ?? N(t)),
		title: r.title ?? "Secure payment",
		allow: k,
		referrerpolicy: "strict-origin"
	}), o = null, s = () => {
		o && (o.onmessage = null), o?.close();
	}, c = window.setTimeout(() => L(i, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), T), l = () => {
		clearTimeout(c), s(), a.remove();
	}, u = {
		...e,
		frame: a,
		isHushed: !1,
		cut: l
	};
	return a.addEventListener("load", () => {
		s();
		let e = new MessageChannel();
		o = e.port1, o.onmessage = ({ data: e }) => {
			clearTimeout(c), F(u, m(e));
		};
		let t = p({
			type: "init",
			sessionId: n.sessionId
		});
		a.contentWindow?.postMessage(t, new URL(n.base).origin, [e.port2]);
	}), i.state() !== "paid" && i.turn("loading"), t.append(a), {
		root: a,
		isFrame: !0,
		hush: () => {
			u.isHushed = !0;
		},
		close: l
	};
}
function F(e, t) {
	let { settings: n, options: r, teller: i, frame: a } = e;
	if (t !== null) {
		if (t === "other version") return e.cut(), L(i, "config_error", "the frame is of another version");
		switch (t.type) {
			case "ready":
				if (t.environment === "live" != (n.environment === "live")) return e.cut(), L(i, "config_error", `the session is of a ${t.environment} deployment`);
				r.title === void 0 && (a.title = t.title);
				return;
			case "resize": {
				if (a.hidden) return;
				let e = Math.min(Math.max(Number(t.height) || 0, E), D);
				a.style.height = `${e}px`, r.onResize?.(e);
				return;
			}
			case "approve": {
				let { sessionId: e, orderId: r, captureId: a } = t;
				return e === n.sessionId ? (i.turn("paid"), i.approve({
					sessionId: e,
					orderId: r,
					captureId: a
				})) : void 0;
			}
			default: !e.isHushed && i.state() !== "paid" && I(i, t);
		}
	}
}
function I(e, n) {
	switch (n.type) {
		case "state": {
			let t = n.state === "ready" && e.state() === "loading";
			e.turn(n.state), t && e.ready();
			return;
		}
		case "cancel": return e.cancel();
		case "expired": return e.expired();
		case "error": return e.error(new t(n.code, n.message));
	}
}
function L(e, n, r) {
	e.turn("failed"), e.error(new t(n, r));
}
// web/sdk/entries/version.ts
var R = "1.0.0";
// web/sdk/entries/embed.ts
a(import.meta.url);
export { t as CheckoutError, j as embed, R as version };
