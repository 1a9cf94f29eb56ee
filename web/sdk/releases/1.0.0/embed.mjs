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
	let { sessionId: t, environment: r, baseUrl: i, cspNonce: a } = e ?? {};
	if (r !== "live" && r !== "sandbox") throw c(`environment is live or sandbox, not ${JSON.stringify(r) ?? "left out"}`);
	if (typeof t != "string" || !n.test(t)) throw c("sessionId is the id of a checkout session, cs_…");
	return {
		sessionId: t,
		environment: r,
		base: s(i, r),
		cspNonce: a ?? "",
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
	"init",
	"focus",
	"destroy"
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
// web/sdk/dom.ts
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
// web/sdk/teller.ts
function v(e) {
	let t = "idle", n = !1, r = (e) => {
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
			let i = t;
			t = n, r(() => e.onStateChange?.(n, i));
		},
		ready: () => r(() => e.onReady?.()),
		approve: (t) => r(() => e.onApprove?.(t)),
		cancel: () => r(() => e.onCancel?.()),
		error: (t) => r(() => e.onError?.(t)),
		expired: () => r(() => e.onExpired?.()),
		silence: () => {
			n = !0;
		}
	};
}
// web/sdk/embed.ts
var y = 15e3, b = 200, x = 1e4, S = "payment *; publickey-credentials-get *; clipboard-write", C = `.fairway-frame { display: block; width: 100%; height: ${b}px; border: 0; color-scheme: auto; }`;
function w(e) {
	let t = o(e), n = v(t.callbacks), r = null, i = !1, a = {
		get state() {
			return n.state();
		},
		mount: (o) => {
			if (i) throw c("this checkout was destroyed; make another");
			let s = l(o);
			return r?.frame.parentNode === s && r.frame.isConnected || (a.unmount(), r = T(t, e, n, s)), a;
		},
		unmount: () => {
			r?.close(), r = null;
		},
		destroy: () => {
			i = !0, n.silence(), a.unmount();
		}
	};
	return a;
}
function T(e, t, n, r) {
	_(C);
	let i = h("iframe", "fairway-frame", {
		src: `${e.base}/embed/${e.sessionId}`,
		title: t.title ?? "Secure payment",
		allow: S,
		referrerpolicy: "strict-origin"
	}), a = null, o = 0, s = (e) => a?.postMessage(p(e));
	return i.addEventListener("load", () => {
		a?.close();
		let r = new MessageChannel();
		a = r.port1, a.onmessage = ({ data: r }) => {
			clearTimeout(o), E({
				settings: e,
				options: t,
				teller: n,
				frame: i
			}, m(r));
		};
		let s = p({
			type: "init",
			sessionId: e.sessionId
		});
		i.contentWindow?.postMessage(s, new URL(e.base).origin, [r.port2]);
	}), o = window.setTimeout(() => D(n, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), y), n.turn("loading"), r.append(i), {
		frame: i,
		close: () => {
			clearTimeout(o), s({ type: "destroy" }), a?.close(), i.remove(), (n.state() === "ready" || n.state() === "loading") && n.turn("idle");
		}
	};
}
function E({ settings: e, options: n, teller: r, frame: i }, a) {
	if (a !== null) {
		if (a === "other version") return D(r, "config_error", "the frame is of another version");
		switch (a.type) {
			case "ready":
				if (a.environment === "live" != (e.environment === "live")) return i.remove(), D(r, "config_error", `the session is of a ${a.environment} deployment`);
				n.title === void 0 && (i.title = a.title);
				return;
			case "resize": {
				let e = Math.min(Math.max(Number(a.height) || 0, b), x);
				i.style.height = `${e}px`, n.onResize?.(e);
				return;
			}
			case "state": {
				let e = a.state === "ready" && r.state() === "loading";
				r.turn(a.state), e && r.ready();
				return;
			}
			case "approve": {
				let { sessionId: t, orderId: n, captureId: i } = a;
				t === e.sessionId && r.approve({
					sessionId: t,
					orderId: n,
					captureId: i
				});
				return;
			}
			case "cancel": return r.cancel();
			case "expired": return r.expired();
			case "error": return r.error(new t(a.code, a.message));
		}
	}
}
function D(e, n, r) {
	e.turn("failed"), e.error(new t(n, r));
}
// web/sdk/entries/version.ts
var O = "1.0.0";
// web/sdk/entries/embed.ts
a(import.meta.url);
export { t as CheckoutError, w as embed, O as version };
