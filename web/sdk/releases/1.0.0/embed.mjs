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
	requestId;
	constructor(t, n, r = {}) {
		super(n, r.cause === void 0 ? void 0 : { cause: r.cause }), this.name = "CheckoutError", this.code = t, this.retryable = e.includes(t), this.status = r.status ?? null, this.requestId = r.requestId ?? null;
	}
}, n = /^cs_[A-Za-z0-9]{10,60}$/, r = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/, i = [
	"onReady",
	"onStateChange",
	"onApprove",
	"onCancel",
	"onError",
	"onExpired"
], a = [
	...i,
	"onResize",
	"sessionId",
	"environment",
	"baseUrl",
	"cspNonce",
	"locale",
	"theme",
	"title"
], o = () => void 0, s = null;
function c(e) {
	let t = e?.lastIndexOf("/sdk/") ?? -1;
	t > 0 && (s = e.slice(0, t));
}
function l(e) {
	let { sessionId: t, environment: r, baseUrl: s, cspNonce: c, locale: l } = e ?? {};
	if (r !== "live" && r !== "sandbox") throw d(`environment is live or sandbox, not ${JSON.stringify(r) ?? "left out"}`);
	if (typeof t != "string" || !n.test(t)) throw d("sessionId is the id of a checkout session, cs_…");
	for (let t of i) if (typeof (e[t] ?? o) != "function") throw d(`${t} is a function`);
	for (let t of Object.keys(e)) a.includes(t) || console.warn(`Fairway: there is no option ${t}`);
	return {
		sessionId: t,
		environment: r,
		base: u(s, r),
		cspNonce: c ?? "",
		locale: l ?? "",
		callbacks: e
	};
}
function u(e, t) {
	let n = e ?? s;
	if (n === null) throw d("baseUrl is needed where the script was not loaded from your Fairway");
	let i;
	try {
		i = new URL(n);
	} catch (e) {
		throw d("baseUrl is no address", e);
	}
	let a = t === "sandbox" && i.protocol === "http:" && r.test(i.hostname);
	if (i.protocol !== "https:" && !a) throw d("baseUrl begins with https://");
	return i.origin + i.pathname.replace(/\/+$/, "");
}
function d(e, n) {
	return new t("config_error", e, { cause: n });
}
function f(e) {
	let t = typeof e == "string" ? document.querySelector(e) : e;
	if (t instanceof Element) return t;
	throw d(`mount needs an element; ${typeof e == "string" ? `${e} finds none` : "that is none"}`);
}
// web/common/frame-messages.ts
var p = "fairway", m = 1, h = [
	"ready",
	"resize",
	"state",
	"approve",
	"cancel",
	"expired",
	"error",
	"init"
];
function g(e) {
	return {
		source: p,
		version: m,
		...e
	};
}
function _(e) {
	let t = e;
	return typeof t != "object" || t?.source !== p ? null : t.version === m ? h.includes(t.type) ? t : null : "other version";
}
// web/common/dom.ts
function v(e, t, n = {}) {
	let r = document.createElement(e);
	r.className = t;
	for (let [e, t] of Object.entries(n)) r.setAttribute(e, t);
	return r;
}
var y = /* @__PURE__ */ new Set();
function b(e) {
	if (y.has(e)) return;
	y.add(e);
	let t = new CSSStyleSheet();
	t.replaceSync(e), document.adoptedStyleSheets.push(t);
}
// web/sdk/life.ts
var x = [
	"approving",
	"confirming",
	"pending"
], S = 1e3;
function C(e, t) {
	let n = null, r = !1, i = (t) => {
		t.close(), (e.state() === "ready" || e.state() === "loading") && e.turn("idle");
	}, a = w(e, i), o = {
		get state() {
			return e.state();
		},
		mount: (e) => {
			if (r) throw d("this checkout was destroyed; make another");
			let i = f(e);
			return n?.root.parentNode === i && n.root.isConnected || (o.unmount(), n = a.takeBack(i) ?? t(i)), o;
		},
		unmount: () => {
			let t = n;
			n = null, t && ((t.root.isConnected || !t.isFrame) && x.includes(e.state()) ? a.put(t) : i(t));
		},
		destroy: () => {
			r = !0, e.silence(), o.unmount(), a.clear();
		}
	};
	return o;
}
function w(e, t) {
	let n = null, r = !1, i = 0, a = () => {
		clearTimeout(i), n && t(n), n = null, r = !1;
	};
	return e.watch((e) => {
		clearTimeout(i);
		let t = r ? e === "paid" : !x.includes(e);
		n && t && (i = window.setTimeout(a, S));
	}), {
		clear: a,
		put: (e) => {
			a(), n = e, n.root.hidden = !0, E(n.root, document.body);
		},
		takeBack: (e) => {
			if (clearTimeout(i), !n) return null;
			if (T(n, e)) {
				let e = n;
				return n = null, e;
			}
			return r = !0, n.hush?.(), null;
		}
	};
}
function T({ root: e, isFrame: t }, n) {
	if (e.parentNode !== n && !E(e, n)) {
		if (t) return !1;
		n.append(e);
	}
	return e.hidden = !1, !0;
}
function E(e, t) {
	try {
		return t.moveBefore(e, null), !0;
	} catch {
		return !1;
	}
}
// web/sdk/teller.ts
function D(e) {
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
var O = 15e3, k = 200, A = 1e4, j = [
	"light",
	"dark",
	"auto"
], M = "payment *; publickey-credentials-get *; clipboard-write", N = `.fairway-frame { display: block; width: 100%; height: ${k}px; border: 0; color-scheme: auto; }
.fairway-frame[hidden] { display: none; }`;
function P(e) {
	let t = l(e), { theme: n } = e;
	if (n !== void 0 && !j.includes(n)) throw d("theme is light, dark or auto");
	let r = D(t.callbacks);
	return C(r, (n) => L({
		settings: t,
		options: e,
		teller: r
	}, n));
}
function F({ base: e, sessionId: t, locale: n }, r) {
	let i = new URLSearchParams({
		...n && { locale: n },
		...r !== "auto" && { theme: r }
	}).toString();
	return `${e}/embed/${t}${i && `?${i}`}`;
}
function I(e) {
	let t = getComputedStyle(e).colorScheme.split(" ");
	return t.includes("dark") ? t.includes("light") ? "auto" : "dark" : "light";
}
function L(e, t) {
	let { settings: n, options: r, teller: i } = e;
	b(N);
	let a = v("iframe", "fairway-frame", {
		src: F(n, r.theme ?? I(t)),
		title: r.title ?? "Secure payment",
		allow: M,
		referrerpolicy: "strict-origin"
	}), o = null, s = () => {
		o && (o.onmessage = null), o?.close();
	}, c = window.setTimeout(() => B(i, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), O), l = () => {
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
			clearTimeout(c), R(u, _(e));
		};
		let t = g({
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
function R(e, t) {
	let { settings: n, options: r, teller: i, frame: a } = e;
	if (t !== null) {
		if (t === "other version") return e.cut(), B(i, "config_error", "the frame is of another version");
		switch (t.type) {
			case "ready":
				if (t.environment === "live" != (n.environment === "live")) return e.cut(), B(i, "config_error", `the session is of a ${t.environment} deployment`);
				r.title === void 0 && (a.title = t.title);
				return;
			case "resize": {
				if (a.hidden) return;
				let e = Math.min(Math.max(Number(t.height) || 0, k), A);
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
			default: !e.isHushed && i.state() !== "paid" && z(i, t);
		}
	}
}
function z(e, n) {
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
function B(e, n, r) {
	e.turn("failed"), e.error(new t(n, r));
}
// web/sdk/entries/version.ts
var V = "1.0.0";
// web/sdk/entries/embed.ts
c(import.meta.url);
export { t as CheckoutError, P as embed, V as version };
