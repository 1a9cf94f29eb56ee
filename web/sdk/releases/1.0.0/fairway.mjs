/*! @fairway/sdk 1.0.0 */
// web/kit/error-codes.ts
var e = {
	session_expired: "session_expired",
	session_completed: "session_completed",
	session_capturing: "capture_pending",
	order_not_capturable: "payment_declined",
	order_not_approved: "wallet_sdk_error",
	too_many_open_orders: "rate_limited"
};
function t(t, n = "") {
	return t === 402 ? "payment_declined" : t === 403 ? "origin_not_allowed" : t === 429 ? "rate_limited" : t === 409 ? e[n] ?? "config_error" : t >= 500 ? "network_error" : "config_error";
}
// web/sdk/errors.ts
var n = [
	"rate_limited",
	"payment_declined",
	"wallet_sdk_error",
	"network_error"
], r = class extends Error {
	code;
	retryable;
	status;
	constructor(e, t, r = {}) {
		super(t, r.cause === void 0 ? void 0 : { cause: r.cause }), this.name = "CheckoutError", this.code = e, this.retryable = n.includes(e), this.status = r.status ?? null;
	}
};
function i(e) {
	if (e.kind === "lost") return new r("network_error", "Fairway could not be reached");
	let { status: n } = e;
	return new r(t(n, s(e.body, "code")), a(e), { status: n });
}
function a({ status: e, body: t }) {
	return `${e}: ${s(t, "detail") || s(t, "error") || o(t) || "Fairway refused"}${e === 403 ? "; look at the merchant's readiness first, then at allowed_origins" : ""}`;
}
function o(e) {
	let { detail: t } = e ?? {}, [n] = Array.isArray(t) ? t : [];
	return n ? `${(n.loc ?? []).join(".")}: ${String(n.msg)}` : "";
}
function s(e, t) {
	let n = e?.[t];
	return typeof n == "string" ? n : "";
}
// web/sdk/options.ts
var c = /^cs_[A-Za-z0-9]{10,60}$/, l = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/, u = null;
function d(e) {
	let t = e?.lastIndexOf("/sdk/") ?? -1;
	t > 0 && (u = e.slice(0, t));
}
function f(e) {
	let { sessionId: t, environment: n, baseUrl: r, cspNonce: i } = e ?? {};
	if (n !== "live" && n !== "sandbox") throw p(`environment is live or sandbox, not ${JSON.stringify(n) ?? "left out"}`);
	if (typeof t != "string" || !c.test(t)) throw p("sessionId is the id of a checkout session, cs_…");
	return {
		sessionId: t,
		environment: n,
		base: ee(r, n),
		cspNonce: i ?? "",
		callbacks: e
	};
}
function ee(e, t) {
	let n = e ?? u;
	if (n === null) throw p("baseUrl is needed where the script was not loaded from your Fairway");
	let r;
	try {
		r = new URL(n);
	} catch (e) {
		throw p("baseUrl is no address", e);
	}
	let i = t === "sandbox" && r.protocol === "http:" && l.test(r.hostname);
	if (r.protocol !== "https:" && !i) throw p("baseUrl begins with https://");
	return r.origin + r.pathname.replace(/\/+$/, "");
}
function p(e, t) {
	return new r("config_error", e, { cause: t });
}
function m(e) {
	let t = typeof e == "string" ? document.querySelector(e) : e;
	if (t instanceof Element) return t;
	throw p(`mount needs an element; ${typeof e == "string" ? `${e} finds none` : "that is none"}`);
}
// web/kit/wait.ts
var te = 1e3, ne = 1.6, h = 15e3, g = .2, _ = 6e4, re = 6e3;
function ie(e, t = Math.random()) {
	let n = Math.min(h, te * ne ** e);
	return Math.round(n * (.8 + 2 * g * t));
}
function v() {
	return _ + Math.random() * re;
}
function y(e) {
	return new Promise((t) => {
		setTimeout(t, e);
	});
}
// web/sdk/dom.ts
function b(e, t, n = {}) {
	let r = document.createElement(e);
	r.className = t;
	for (let [e, t] of Object.entries(n)) r.setAttribute(e, t);
	return r;
}
var x = /* @__PURE__ */ new Set();
function S(e) {
	if (x.has(e)) return;
	x.add(e);
	let t = new CSSStyleSheet();
	t.replaceSync(e), document.adoptedStyleSheets.push(t);
}
// web/sdk/wallet/payable.ts
function C({ amount: e, currency: t }) {
	let n = new Intl.NumberFormat("en", {
		style: "currency",
		currency: t
	}).resolvedOptions().maximumFractionDigits ?? 0, [r, i = ""] = e.split(".");
	return n === 0 ? r : `${r}.${i.padEnd(n, "0")}`;
}
// web/sdk/wallet/apple-pay.ts
var ae = 4;
function w() {
	return window.ApplePaySession;
}
function oe() {
	try {
		return w()?.canMakePayments() ?? !1;
	} catch {
		return !1;
	}
}
async function se(e, t, n, r) {
	let i = e.Applepay?.(), a = await i?.config();
	if (!i || !a?.isEligible) return !1;
	let o = b("button", "fairway-apple", {
		type: "button",
		"aria-label": "Pay with Apple Pay",
		lang: "en"
	});
	return o.addEventListener("click", () => ce({
		applepay: i,
		config: a,
		session: n,
		till: r
	})), t.append(o), !0;
}
function ce({ applepay: e, config: t, session: n, till: r }) {
	let { merchant_name: i, currency: a } = n, o = w(), s = new o(ae, {
		countryCode: t.countryCode,
		currencyCode: a,
		merchantCapabilities: t.merchantCapabilities,
		supportedNetworks: t.supportedNetworks,
		total: {
			label: i,
			type: "final",
			amount: C(n)
		}
	}), c = (e) => {
		s.abort(), r.fail(e);
	};
	s.onvalidatemerchant = ({ validationURL: t }) => {
		e.validateMerchant({
			validationUrl: t,
			displayName: i
		}).then(({ merchantSession: e }) => s.completeMerchantValidation(e)).catch(c);
	}, s.onpaymentauthorized = ({ payment: t }) => {
		let { token: n, billingContact: i } = t;
		(async () => {
			let t = await r.order("applepay");
			await e.confirmOrder({
				orderId: t,
				token: n,
				billingContact: i
			});
			let a = await r.take(t);
			s.completePayment({ status: a ? o.STATUS_SUCCESS : o.STATUS_FAILURE });
		})().catch((e) => {
			s.completePayment({ status: o.STATUS_FAILURE }), r.fail(e);
		});
	}, s.oncancel = r.leave, s.begin();
}
// web/sdk/wallet/buttons.ts
var le = {
	layout: "vertical",
	shape: "rect",
	height: 48
};
async function ue(e, t, n) {
	let r = e.Buttons?.({
		style: le,
		createOrder: ({ paymentSource: e } = {}) => n.order(e ?? null),
		onApprove: async ({ orderID: e }) => {
			await n.take(e);
		},
		onCancel: n.leave,
		onError: n.fail
	});
	return !r || r.isEligible?.() === !1 ? !1 : (await r.render(t), !0);
}
// web/sdk/wallet/card.ts
var de = {
	INVALID_NUMBER: "Check the card number.",
	INVALID_EXPIRY: "Check the expiry date.",
	INVALID_CVV: "Check the security code.",
	INVALID_NAME: "Check the name on the card.",
	INELIGIBLE_CARD_VENDOR: "This kind of card is not accepted here."
};
async function fe(e, t, n) {
	let r = e.CardFields?.({
		createOrder: () => n.order("card"),
		onApprove: async ({ orderID: e }) => {
			await n.take(e);
		},
		onError: n.fail
	});
	if (!r?.isEligible()) return !1;
	let i = b("form", "fairway-card", { "aria-label": "Pay by card" }), [a, o, s, c] = [
		"name",
		"number",
		"expiry",
		"cvv"
	].map((e) => b("div", `fairway-field fairway-${e}`)), l = b("button", "fairway-pay", { type: "submit" });
	return l.textContent = "Pay by card", i.append(o, s, c, a, l), t.append(i), await Promise.all([
		r.NumberField().render(o),
		r.ExpiryField().render(s),
		r.CVVField().render(c),
		r.NameField().render(a)
	]), i.addEventListener("submit", (e) => {
		e.preventDefault(), l.disabled || (l.disabled = !0, pe(r, n).finally(() => {
			l.disabled = !1;
		}));
	}), !0;
}
async function pe(e, t) {
	try {
		await e.submit();
	} catch (e) {
		let n = de[e instanceof Error ? e.message : String(e)];
		n ? t.say(n) : e instanceof r || t.fail(e);
	}
}
// web/sdk/insert-script.ts
function T({ src: e, limitMs: t, nonce: n, integrity: r, data: i }) {
	let a = document.createElement("script");
	return a.src = e, a.async = !0, n && (a.nonce = n), r && (a.integrity = r, a.crossOrigin = "anonymous"), Object.assign(a.dataset, i), new Promise((n, r) => {
		let i = setTimeout(() => o("took too long"), t), o = (t) => {
			clearTimeout(i), a.remove(), r(/* @__PURE__ */ Error(`${new URL(e).origin}: the script ${t}`));
		};
		a.onload = () => {
			clearTimeout(i), n();
		}, a.onerror = () => o("did not load"), document.head.append(a);
	});
}
// web/sdk/wallet/google-pay.ts
var me = "https://pay.google.com/gp/p/js/pay.js", he = 8e3, E = null;
function ge(e) {
	return E ??= T({
		src: me,
		limitMs: he,
		nonce: e
	}).then(() => {
		let { google: e } = window;
		return e.payments.api.PaymentsClient;
	}).catch((e) => {
		throw E = null, e;
	}), E;
}
async function _e(e, t, { session: n, cspNonce: r }, i) {
	let a = e.Googlepay?.(), o = await a?.config();
	if (!a || !o?.isEligible) return !1;
	let s = new (await (ge(r)))({ environment: n.environment === "live" ? "PRODUCTION" : "TEST" }), { apiVersion: c, apiVersionMinor: l, allowedPaymentMethods: u } = o, d = {
		apiVersion: c,
		apiVersionMinor: l,
		allowedPaymentMethods: u
	};
	return (await s.isReadyToPay(d)).result ? (t.append(s.createButton({
		onClick: () => {
			ve({
				client: s,
				googlepay: a,
				config: o,
				session: n,
				till: i
			}).catch((e) => {
				e?.statusCode === "CANCELED" ? i.leave() : i.fail(e);
			});
		},
		allowedPaymentMethods: u,
		buttonSizeMode: "fill"
	})), !0) : !1;
}
async function ve({ client: e, googlepay: t, config: n, session: r, till: i }) {
	let { apiVersion: a, apiVersionMinor: o, allowedPaymentMethods: s, merchantInfo: c, countryCode: l } = n, { paymentMethodData: u } = await e.loadPaymentData({
		apiVersion: a,
		apiVersionMinor: o,
		allowedPaymentMethods: s,
		merchantInfo: c,
		transactionInfo: {
			totalPriceStatus: "FINAL",
			totalPrice: C(r),
			currencyCode: r.currency,
			countryCode: l
		}
	}), d = await i.order("googlepay"), { status: f } = await t.confirmOrder({
		orderId: d,
		paymentMethodData: u
	});
	f === "PAYER_ACTION_REQUIRED" && await t.initiatePayerAction({ orderId: d }), await i.take(d);
}
// web/sdk/wallet/load-kit.ts
var ye = 8e3, D = /* @__PURE__ */ new Map();
function be(e) {
	let t = new URL(e.script);
	t.searchParams.set("components", e.components.join(",")), e.components.includes("card-fields") && xe(t.searchParams);
	let n = `${t.href} ${e.attribution}`, i = D.get(n);
	if (i) return i;
	let a = `fairwayWallet${D.size + 1}`, o = O(t.href, a, e).catch(() => O(t.href, a, e)).catch((e) => {
		throw D.delete(n), new r("wallet_sdk_error", "The provider's script could not be loaded", { cause: e });
	});
	return D.set(n, o), o;
}
function xe(e) {
	let t = e.get("disable-funding")?.split(",") ?? [];
	e.set("disable-funding", [...t, "card"].join(","));
}
async function O(e, t, n) {
	let r = {
		namespace: t,
		pageType: "checkout",
		clientToken: n.clientToken,
		...n.attribution === null ? {} : { partnerAttributionId: n.attribution },
		...n.cspNonce ? { cspNonce: n.cspNonce } : {}
	};
	await T({
		src: e,
		limitMs: ye,
		nonce: n.cspNonce,
		data: r
	});
	let i = window[t];
	if (!i) throw Error("the script defined nothing");
	return i;
}
// web/sdk/wallet/message.ts
async function k(e, t, n) {
	let { pay_later_messaging: r, amount: i, currency: a } = n;
	if (!r?.enabled || !e.Messages) return;
	let o = {
		layout: "text",
		logo: {
			type: r.logo_type,
			position: r.logo_position
		},
		text: {
			color: r.text_color,
			size: r.text_size,
			align: r.text_align
		}
	};
	await e.Messages({
		amount: i,
		currency: a,
		placement: "payment",
		style: o
	}).render(t);
}
// web/sdk/words.ts
var A = {
	loading: "Loading the ways to pay…",
	confirming: "Confirming your payment. Please do not pay again.",
	slow: "This takes longer than usual. Please do not pay again; the shop will tell you how it went.",
	paid: "Payment received. Thank you.",
	canceled: "Nothing was paid. You can try again."
}, j = "This payment cannot be made here. Please contact the shop.", M = {
	config_error: j,
	origin_not_allowed: j,
	session_expired: "The time to pay has run out. Go back to the shop to begin again.",
	session_completed: "This order is paid already.",
	provider_unsupported: "This payment cannot be made on this page.",
	rate_limited: "Too many attempts. Wait a minute, then try again.",
	payment_declined: "The payment was declined. Choose another way to pay.",
	capture_pending: "Your payment is being reviewed. Please do not pay again.",
	wallet_sdk_error: "The payment provider had a problem. Please try again.",
	network_error: "There is no connection at the moment. Please try again."
}, Se = "ppcp", Ce = ["provider_unsupported", "wallet_sdk_error"], N = 3e4, we = 2 ** 31 - 1;
async function P(e, t = !1) {
	let { teller: n, stand: i, payment: a } = e;
	i.retry(null), i.clear(), i.say(A.loading), n.turn("loading");
	let o = { session: null };
	try {
		await Te(e, o);
	} catch (n) {
		if (e.isClosed()) return;
		if (!(n instanceof r)) throw n;
		a.stop(n), n.retryable && i.retry(() => void P(e, !0)), o.session && Ce.includes(n.code) && i.elsewhere(o.session.checkout_url), n.code === "rate_limited" && !t && e.later(v(), () => void P(e, !0));
	}
}
async function Te(e, t) {
	let { calls: n, payment: r, teller: a, stand: o } = e, [s, c] = await Promise.all([n.read(), n.readKit()]);
	if (e.isClosed()) return;
	if (s.kind !== "ok") throw i(s);
	if (c.kind !== "ok") throw i(c);
	let l = t.session = s.body;
	Ee(l, e.settings), l.status === "capturing" ? await r.settle(l.payment?.provider_order_id ?? null) : (c.body.script === null ? await De(n) : await Oe(e, l, c.body.script), e.isClosed() || (o.say(""), o.offer(!0), je(e, l), a.turn("ready"), a.ready()));
}
function Ee({ status: e, environment: t, payment_provider: n, vault_setup: i }, a) {
	if (t === "live" != (a.environment === "live")) throw new r("config_error", `the session is of a ${t} deployment, and environment is ${a.environment}`);
	if (e === "completed") throw new r("session_completed", "The session is completed");
	if (e === "expired") throw new r("session_expired", "The session has expired");
	if (n !== Se || i) throw new r("provider_unsupported", `${i ? "A way to pay is saved" : "This session is paid"} on its checkout_url alone`);
}
async function De(e) {
	let t = await e.mintOnce();
	throw t.kind === "ok" ? new r("provider_unsupported", "The provider has no script for this session") : i(t);
}
async function Oe(e, t, n) {
	let { calls: a, settings: o, stand: s } = e, c = await a.mintOnce();
	if (c.kind !== "ok") throw i(c);
	let l = await be({
		script: n,
		components: ke(t),
		attribution: t.wallet_partner_attribution_id,
		clientToken: c.body.client_token,
		cspNonce: o.cspNonce
	});
	if (e.isClosed()) return;
	let u = await Ae(e, t, l);
	if (!e.isClosed()) {
		if (u === 0) throw new r("provider_unsupported", "The provider offers no way to pay this session");
		s.say("");
	}
}
function ke(e) {
	let t = (e) => e === "active";
	return [
		["buttons", !0],
		["messages", e.pay_later_messaging?.enabled === !0],
		["applepay", t(e.wallet_apple_pay_status) && oe()],
		["googlepay", t(e.wallet_google_pay_status)],
		["card-fields", t(e.wallet_acdc_status)]
	].filter(([, e]) => e).map(([e]) => e);
}
async function Ae(e, t, n) {
	let { stand: r, settings: i, payment: a } = e, { till: o } = a, { cspNonce: s } = i, c = r.place("message"), l = async (e, t) => {
		let n = r.place(e), i = await t(n).catch(() => !1);
		return i || n.remove(), i;
	}, u = [l("buttons", (e) => ue(n, e, o)), l("apple-pay", (e) => se(n, e, t, o))], d = l("google", (e) => _e(n, e, {
		session: t,
		cspNonce: s
	}, o));
	u.push(l("card-form", (e) => fe(n, e, o))), k(n, c, t).catch(() => c.remove());
	let f = (await Promise.all(u)).filter(Boolean).length;
	return f > 0 ? f : Number(await d);
}
function je(e, { expires_at: t }) {
	let n = new Date(t).getTime() - Date.now();
	e.later(Math.min(Math.max(n, N / 30), we), () => void F(e));
}
async function F(e) {
	let { calls: t, payment: n, teller: i } = e, a = i.state() === "ready" ? await t.read() : null;
	e.isClosed() || (a?.kind === "ok" && a.body.status === "expired" && i.state() === "ready" ? n.stop(new r("session_expired", M.session_expired)) : e.later(N, () => void F(e)));
}
// web/kit/next-step.ts
function Me({ status: e, payment: t }, n) {
	if (e === "completed") return "paid";
	let r = t !== null && (n === null || t.provider_order_id === n);
	return e === "capturing" ? r && t.status === "pending" ? "pending" : "unknown" : r && (t.status === "created" || t.status === "approved") ? { capture: t.provider_order_id } : "open";
}
// web/sdk/payment.ts
var Ne = 40, I = 3;
function Pe(e) {
	let t = {
		...e,
		hasTold: !1,
		capturesLeft: I
	};
	return {
		till: {
			order: (e) => Fe(t, e),
			take: (e) => Ie(t, e),
			leave: () => Be(t),
			fail: (e) => Ve(t, e),
			say: t.stand.say
		},
		settle: (e) => z(t, e),
		stop: (e) => W(t, e)
	};
}
async function Fe(e, t) {
	e.hasTold = !1, e.stand.say(""), e.teller.turn("approving");
	let n = await e.calls.createOrder(t);
	if (n.kind === "ok") return n.body.order_id;
	e.hasTold = !0;
	let r = i(n);
	throw r.code === "capture_pending" ? z(e, null) : r.retryable ? U(e, r) : W(e, r), r;
}
async function Ie(e, t) {
	if (e.isDestroyed()) return !1;
	V(e), e.capturesLeft = I;
	let n = await e.calls.capture(t);
	return n.kind === "refused" && n.status === 429 && (await y(v()), n = await e.calls.capture(t)), n.kind === "ok" && n.body.provider_capture_id !== null && n.body.status !== "pending" ? B(e, {
		orderId: t,
		captureId: n.body.provider_capture_id
	}) : n.kind === "ok" || !L(n) ? z(e, t) : (R(e, i(n)), !1);
}
function L(e) {
	return e.kind === "refused" && e.status < 500 && e.status !== 409 && e.status !== 429;
}
function R(e, t) {
	t.retryable ? U(e, t) : W(e, t);
}
async function z(e, t) {
	V(e);
	for (let n = 0; n < Ne && !e.isDestroyed(); n += 1) {
		let r = await e.calls.read(), i = r.kind === "ok" ? await Le(e, r.body, t) : null;
		if (i !== null) return i;
		await y(ie(n));
	}
	return e.stand.say(A.slow), e.teller.error(new r("network_error", "It is not known yet whether the payment was taken")), !1;
}
async function Le(e, t, n) {
	let a = Me(t, n);
	if (a === "paid") return Re(e, t);
	if (a === "pending") return ze(e);
	if (a === "unknown") return null;
	if (a === "open" || e.capturesLeft === 0) return t.status === "expired" ? W(e, new r("session_expired", "The session has expired")) : U(e, new r("payment_declined", "The payment was not taken")), !1;
	--e.capturesLeft;
	let o = await e.calls.capture(a.capture);
	return o.kind !== "refused" || !L(o) ? null : (R(e, i(o)), !1);
}
function Re(e, { payment: t }) {
	let n = t?.provider_capture_id;
	return t && n ? B(e, {
		orderId: t.provider_order_id,
		captureId: n
	}) : (W(e, new r("session_completed", "The session is completed")), !1);
}
function B(e, { orderId: t, captureId: n }) {
	let r = {
		sessionId: e.sessionId,
		orderId: t,
		captureId: n
	}, i = e.paid(r);
	return e.stand.offer(!1), e.stand.say(A.paid), e.teller.turn("paid"), i && e.teller.approve(r), !0;
}
function ze(e) {
	return e.teller.state() === "pending" || (e.stand.say(M.capture_pending), e.teller.turn("pending"), e.teller.error(new r("capture_pending", "The provider holds the payment for review"))), null;
}
function V(e) {
	e.stand.retry(null), e.stand.offer(!1), e.stand.say(A.confirming), e.teller.turn("confirming");
}
function Be(e) {
	H(e) && (e.stand.say(A.canceled), e.teller.turn("ready"), e.teller.cancel());
}
function H({ teller: e }) {
	return e.state() === "ready" || e.state() === "approving";
}
function Ve(e, t) {
	t instanceof r || e.hasTold || !H(e) || U(e, new r("wallet_sdk_error", `The provider's script: ${t instanceof Error ? t.message : String(t)}`, { cause: t }));
}
function U(e, t) {
	e.stand.offer(!0), e.stand.say(M[t.code]), e.teller.turn("ready"), e.teller.error(t);
}
function W(e, t) {
	e.stand.offer(!1), e.stand.say(M[t.code]);
	let n = {
		session_expired: "expired",
		session_completed: "completed"
	};
	e.teller.turn(t.code in n ? n[t.code] : "failed"), t.code === "session_expired" && e.teller.expired(), e.teller.error(t);
}
// web/kit/session-api.ts
var He = 45e3;
function Ue(e) {
	return {
		read: () => G(e, "GET"),
		mintClientToken: () => G(`${e}/client-token`, "POST"),
		createOrder: (t) => G(`${e}/orders`, "POST", t === null ? {} : { funding_source: t }),
		capture: (t) => G(`${e}/orders/${encodeURIComponent(t)}/capture`, "POST", {})
	};
}
async function G(e, t, n) {
	try {
		let r = await fetch(e, {
			method: t,
			credentials: "omit",
			cache: "no-store",
			signal: AbortSignal.timeout(He),
			...n === void 0 ? {} : {
				headers: { "content-type": "application/json" },
				body: JSON.stringify(n)
			}
		}), { status: i, ok: a } = r;
		return a ? {
			kind: "ok",
			body: await r.json()
		} : {
			kind: "refused",
			status: i,
			body: await r.json().catch(() => null)
		};
	} catch {
		return { kind: "lost" };
	}
}
// web/sdk/session.ts
function We({ base: e, sessionId: t }) {
	let n = Ue(`${e}/api/checkout-sessions/${t}`);
	return {
		...n,
		read: () => n.read(),
		readKit: () => G(`${e}/sdk/sessions/${t}/kit`, "GET"),
		mintOnce: () => Ge(`${e} ${t}`, n.mintClientToken)
	};
}
var K = /* @__PURE__ */ new Map();
function Ge(e, t) {
	let n = K.get(e);
	if (n) return n;
	let r = t().then((t) => (t.kind !== "ok" && K.delete(e), t));
	return K.set(e, r), r;
}
// web/sdk/stand.ts
var Ke = "\n.fairway { display: grid; gap: 12px; font: 16px/1.5 system-ui, sans-serif; }\n.fairway [hidden] { display: none; }\n.fairway-ways, .fairway-card { display: grid; gap: 12px; }\n.fairway-card { grid-template-columns: 1fr 1fr; }\n.fairway-number, .fairway-name, .fairway-pay { grid-column: 1 / -1; }\n.fairway-status { margin: 0; }\n.fairway-status:empty { display: none; }\n.fairway button { font: inherit; min-height: 48px; border-radius: 4px; cursor: pointer; }\n.fairway-pay, .fairway-retry { border: 1px solid #1a1a1a; background: #1a1a1a; color: #fff; }\n.fairway-pay:disabled { opacity: 0.6; cursor: default; }\n.fairway button:focus-visible, .fairway a:focus-visible { outline: 3px solid #0a58ca; outline-offset: 2px; }\n.fairway-apple { width: 100%; border: 0; background: #000; -webkit-appearance: -apple-pay-button; appearance: -apple-pay-button;\n  -apple-pay-button-style: black; -apple-pay-button-type: plain; }\n@supports not (appearance: -apple-pay-button) { .fairway-apple::before { content: \"Apple Pay\"; color: #fff; } }\n.fairway-google button { width: 100%; }\n@media (forced-colors: active) { .fairway button { border: 1px solid ButtonText; } }\n";
function qe(e) {
	S(Ke);
	let t = b("div", "fairway"), n = b("div", "fairway-ways", {
		role: "group",
		"aria-label": "Ways to pay"
	}), r = b("p", "fairway-status", {
		role: "status",
		"aria-live": "polite"
	}), i = b("div", "fairway-after");
	return t.append(r, n, i), e.append(t), {
		place: (e) => {
			let t = b("div", `fairway-${e}`);
			return n.append(t), t;
		},
		clear: () => n.replaceChildren(),
		offer: (e) => {
			n.hidden = !e;
		},
		say: (e) => {
			r.textContent = e;
		},
		retry: (e) => {
			if (i.replaceChildren(), !e) return;
			let t = b("button", "fairway-retry", { type: "button" });
			t.textContent = "Try again", t.addEventListener("click", e), i.append(t);
		},
		elsewhere: (e) => {
			let t = b("a", "fairway-elsewhere", { href: e });
			t.textContent = "Continue on the payment page", i.append(t);
		},
		remove: () => t.remove(),
		isIn: (e) => t.parentNode === e && t.isConnected
	};
}
// web/sdk/teller.ts
function q(e) {
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
// web/sdk/checkout.ts
function Je(e) {
	let t = {
		settings: f(e),
		approval: null,
		isDestroyed: !1
	}, n = q(t.settings.callbacks), r = null, i = {
		get state() {
			return n.state();
		},
		mount: (e) => {
			if (t.isDestroyed) throw p("this checkout was destroyed; make another");
			let a = m(e);
			return r?.stand.isIn(a) || (i.unmount(), r = Ye(t, n, a)), i;
		},
		unmount: () => {
			r?.close(), r = null;
		},
		destroy: () => {
			t.isDestroyed = !0, n.silence(), i.unmount();
		}
	};
	return i;
}
function Ye(e, t, n) {
	let r = qe(n), i = /* @__PURE__ */ new Set(), a = !1, o = () => {
		a = !0;
		for (let e of i) clearTimeout(e);
		r.remove(), (t.state() === "ready" || t.state() === "loading") && t.turn("idle");
	};
	if (e.approval) return r.say(A.paid), {
		stand: r,
		close: o
	};
	let { settings: s } = e, c = We(s);
	return P({
		settings: s,
		calls: c,
		teller: t,
		stand: r,
		payment: Pe({
			sessionId: s.sessionId,
			calls: c,
			teller: t,
			stand: r,
			paid: (t) => {
				let n = e.approval === null;
				return e.approval = t, n;
			},
			isDestroyed: () => e.isDestroyed
		}),
		isClosed: () => a,
		later: (e, t) => {
			a || i.add(window.setTimeout(t, e));
		}
	}), {
		stand: r,
		close: o
	};
}
// web/kit/frame-messages.ts
var J = "fairway", Y = 1, Xe = [
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
function X(e) {
	return {
		source: J,
		version: Y,
		...e
	};
}
function Ze(e) {
	let t = e;
	return typeof t != "object" || t?.source !== J ? null : t.version === Y ? Xe.includes(t.type) ? t : null : "other version";
}
// web/sdk/embed.ts
var Qe = 15e3, Z = 200, Q = 1e4, $e = "payment *; publickey-credentials-get *; clipboard-write", et = `.fairway-frame { display: block; width: 100%; height: ${Z}px; border: 0; color-scheme: auto; }`;
function tt(e) {
	let t = f(e), n = q(t.callbacks), r = null, i = !1, a = {
		get state() {
			return n.state();
		},
		mount: (o) => {
			if (i) throw p("this checkout was destroyed; make another");
			let s = m(o);
			return r?.frame.parentNode === s && r.frame.isConnected || (a.unmount(), r = nt(t, e, n, s)), a;
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
function nt(e, t, n, r) {
	S(et);
	let i = b("iframe", "fairway-frame", {
		src: `${e.base}/embed/${e.sessionId}`,
		title: t.title ?? "Secure payment",
		allow: $e,
		referrerpolicy: "strict-origin"
	}), a = null, o = 0, s = (e) => a?.postMessage(X(e));
	return i.addEventListener("load", () => {
		a?.close();
		let r = new MessageChannel();
		a = r.port1, a.onmessage = ({ data: r }) => {
			clearTimeout(o), rt({
				settings: e,
				options: t,
				teller: n,
				frame: i
			}, Ze(r));
		};
		let s = X({
			type: "init",
			sessionId: e.sessionId
		});
		i.contentWindow?.postMessage(s, new URL(e.base).origin, [r.port2]);
	}), o = window.setTimeout(() => $(n, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), Qe), n.turn("loading"), r.append(i), {
		frame: i,
		close: () => {
			clearTimeout(o), s({ type: "destroy" }), a?.close(), i.remove(), (n.state() === "ready" || n.state() === "loading") && n.turn("idle");
		}
	};
}
function rt({ settings: e, options: t, teller: n, frame: i }, a) {
	if (a !== null) {
		if (a === "other version") return $(n, "config_error", "the frame is of another version");
		switch (a.type) {
			case "ready":
				if (a.environment === "live" != (e.environment === "live")) return i.remove(), $(n, "config_error", `the session is of a ${a.environment} deployment`);
				t.title === void 0 && (i.title = a.title);
				return;
			case "resize": {
				let e = Math.min(Math.max(Number(a.height) || 0, Z), Q);
				i.style.height = `${e}px`, t.onResize?.(e);
				return;
			}
			case "state": {
				let e = a.state === "ready" && n.state() === "loading";
				n.turn(a.state), e && n.ready();
				return;
			}
			case "approve": {
				let { sessionId: t, orderId: r, captureId: i } = a;
				t === e.sessionId && n.approve({
					sessionId: t,
					orderId: r,
					captureId: i
				});
				return;
			}
			case "cancel": return n.cancel();
			case "expired": return n.expired();
			case "error": return n.error(new r(a.code, a.message));
		}
	}
}
function $(e, t, n) {
	e.turn("failed"), e.error(new r(t, n));
}
// web/sdk/entries/version.ts
var it = "1.0.0";
// web/sdk/entries/fairway.ts
d(import.meta.url);
export { r as CheckoutError, Je as checkout, tt as embed, it as version };
