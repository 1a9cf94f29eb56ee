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
	if (n !== "live" && n !== "sandbox") throw m(`environment is live or sandbox, not ${JSON.stringify(n) ?? "left out"}`);
	if (typeof t != "string" || !c.test(t)) throw m("sessionId is the id of a checkout session, cs_…");
	return {
		sessionId: t,
		environment: n,
		base: p(r, n),
		cspNonce: i ?? "",
		callbacks: e
	};
}
function p(e, t) {
	let n = e ?? u;
	if (n === null) throw m("baseUrl is needed where the script was not loaded from your Fairway");
	let r;
	try {
		r = new URL(n);
	} catch (e) {
		throw m("baseUrl is no address", e);
	}
	let i = t === "sandbox" && r.protocol === "http:" && l.test(r.hostname);
	if (r.protocol !== "https:" && !i) throw m("baseUrl begins with https://");
	return r.origin + r.pathname.replace(/\/+$/, "");
}
function m(e, t) {
	return new r("config_error", e, { cause: t });
}
function h(e) {
	let t = typeof e == "string" ? document.querySelector(e) : e;
	if (t instanceof Element) return t;
	throw m(`mount needs an element; ${typeof e == "string" ? `${e} finds none` : "that is none"}`);
}
// web/kit/wait.ts
var ee = 1e3, g = 1.6, te = 15e3, ne = .2, re = 6e4, ie = 6e3;
function ae(e, t = Math.random()) {
	let n = Math.min(te, ee * g ** e);
	return Math.round(n * (.8 + 2 * ne * t));
}
function _() {
	return re + Math.random() * ie;
}
function v(e) {
	return new Promise((t) => {
		setTimeout(t, e);
	});
}
function oe(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(() => r(/* @__PURE__ */ Error("took too long")), e);
		t.finally(() => clearTimeout(i)).then(n, r);
	});
}
// web/sdk/dom.ts
function y(e, t, n = {}) {
	let r = document.createElement(e);
	r.className = t;
	for (let [e, t] of Object.entries(n)) r.setAttribute(e, t);
	return r;
}
var b = /* @__PURE__ */ new Set();
function x(e) {
	if (b.has(e)) return;
	b.add(e);
	let t = new CSSStyleSheet();
	t.replaceSync(e), document.adoptedStyleSheets.push(t);
}
// web/sdk/wallet/payable.ts
function S({ amount: e, currency: t }) {
	let n = new Intl.NumberFormat("en", {
		style: "currency",
		currency: t
	}).resolvedOptions().maximumFractionDigits ?? 0, [r, i = ""] = e.split(".");
	return n === 0 ? r : `${r}.${i.padEnd(n, "0")}`;
}
// web/sdk/wallet/apple-pay.ts
var se = 4;
function C() {
	return window.ApplePaySession;
}
function ce() {
	try {
		return C()?.canMakePayments() ?? !1;
	} catch {
		return !1;
	}
}
async function le(e, t, n, r) {
	let i = e.Applepay?.(), a = await i?.config();
	if (!i || !a?.isEligible) return !1;
	let o = y("button", "fairway-apple", {
		type: "button",
		"aria-label": "Pay with Apple Pay",
		lang: "en"
	});
	return o.addEventListener("click", () => w({
		applepay: i,
		config: a,
		session: n,
		till: r
	})), t.append(o), !0;
}
function w({ applepay: e, config: t, session: n, till: r }) {
	let { merchant_name: i, currency: a } = n, o = C(), s = new o(se, {
		countryCode: t.countryCode,
		currencyCode: a,
		merchantCapabilities: t.merchantCapabilities,
		supportedNetworks: t.supportedNetworks,
		total: {
			label: i,
			type: "final",
			amount: S(n)
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
var ue = {
	layout: "vertical",
	shape: "rect",
	height: 48
};
async function de(e, t, n) {
	let r = e.Buttons?.({
		style: ue,
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
var fe = {
	INVALID_NUMBER: "Check the card number.",
	INVALID_EXPIRY: "Check the expiry date.",
	INVALID_CVV: "Check the security code.",
	INVALID_NAME: "Check the name on the card.",
	INELIGIBLE_CARD_VENDOR: "This kind of card is not accepted here."
};
async function pe(e, t, n) {
	let r = e.CardFields?.({
		createOrder: () => n.order("card"),
		onApprove: async ({ orderID: e }) => {
			await n.take(e);
		},
		onError: n.fail
	});
	if (!r?.isEligible()) return !1;
	let i = y("form", "fairway-card", { "aria-label": "Pay by card" }), [a, o, s, c] = [
		"name",
		"number",
		"expiry",
		"cvv"
	].map((e) => y("div", `fairway-field fairway-${e}`)), l = y("button", "fairway-pay", { type: "submit" });
	return l.textContent = "Pay by card", i.append(o, s, c, a, l), t.append(i), await Promise.all([
		r.NumberField().render(o),
		r.ExpiryField().render(s),
		r.CVVField().render(c),
		r.NameField().render(a)
	]), i.addEventListener("submit", (e) => {
		e.preventDefault(), l.disabled || (l.disabled = !0, me(r, n).finally(() => {
			l.disabled = !1;
		}));
	}), !0;
}
async function me(e, t) {
	try {
		await e.submit();
	} catch (e) {
		let n = fe[e instanceof Error ? e.message : String(e)];
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
var he = "https://pay.google.com/gp/p/js/pay.js", ge = 8e3, E = null;
function _e(e) {
	return E ??= T({
		src: he,
		limitMs: ge,
		nonce: e
	}).then(() => {
		let { google: e } = window;
		return e.payments.api.PaymentsClient;
	}).catch((e) => {
		throw E = null, e;
	}), E;
}
async function ve(e, t, { session: n, cspNonce: r }, i) {
	let a = e.Googlepay?.(), o = await a?.config();
	if (!a || !o?.isEligible) return !1;
	let s = new (await (_e(r)))({ environment: n.environment === "live" ? "PRODUCTION" : "TEST" }), { apiVersion: c, apiVersionMinor: l, allowedPaymentMethods: u } = o, d = {
		apiVersion: c,
		apiVersionMinor: l,
		allowedPaymentMethods: u
	};
	return (await s.isReadyToPay(d)).result ? (t.append(s.createButton({
		onClick: () => {
			ye({
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
async function ye({ client: e, googlepay: t, config: n, session: r, till: i }) {
	let { apiVersion: a, apiVersionMinor: o, allowedPaymentMethods: s, merchantInfo: c, countryCode: l } = n, { paymentMethodData: u } = await e.loadPaymentData({
		apiVersion: a,
		apiVersionMinor: o,
		allowedPaymentMethods: s,
		merchantInfo: c,
		transactionInfo: {
			totalPriceStatus: "FINAL",
			totalPrice: S(r),
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
var be = 8e3, D = /* @__PURE__ */ new Map();
function xe(e) {
	let t = new URL(e.script);
	t.searchParams.set("components", e.components.join(",")), e.components.includes("card-fields") && Se(t.searchParams);
	let n = `${t.href} ${e.attribution}`, i = D.get(n);
	if (i) return i;
	let a = `fairwayWallet${D.size + 1}`, o = O(t.href, a, e).catch(() => O(t.href, a, e)).catch((e) => {
		throw D.delete(n), new r("wallet_sdk_error", "The provider's script could not be loaded", { cause: e });
	});
	return D.set(n, o), o;
}
function Se(e) {
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
		limitMs: be,
		nonce: n.cspNonce,
		data: r
	});
	let i = window[t];
	if (!i) throw Error("the script defined nothing");
	return i;
}
// web/sdk/wallet/message.ts
async function Ce(e, t, n) {
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
var k = {
	loading: "Loading the ways to pay…",
	confirming: "Confirming your payment. Please do not pay again.",
	slow: "This takes longer than usual. Please do not pay again; the shop will tell you how it went.",
	paid: "Payment received. Thank you.",
	canceled: "Nothing was paid. You can try again."
}, A = "This payment cannot be made here. Please contact the shop.", j = {
	config_error: A,
	origin_not_allowed: A,
	session_expired: "The time to pay has run out. Go back to the shop to begin again.",
	session_completed: "This order is paid already.",
	provider_unsupported: "This payment cannot be made on this page.",
	rate_limited: "Too many attempts. Wait a minute, then try again.",
	payment_declined: "The payment was declined. Choose another way to pay.",
	capture_pending: "Your payment is being reviewed. Please do not pay again.",
	wallet_sdk_error: "The payment provider had a problem. Please try again.",
	network_error: "There is no connection at the moment. Please try again."
}, we = "ppcp", Te = ["provider_unsupported", "wallet_sdk_error"], Ee = 8e3, M = 3e4, De = 2 ** 31 - 1;
async function N(e, t = !1) {
	let { teller: n, stand: r, payment: i } = e;
	r.retry(null), r.clear(), r.say(k.loading), n.turn("loading");
	let a = { session: null };
	try {
		await Oe(e, a);
	} catch (n) {
		if (e.isClosed()) return;
		let o = P(n);
		i.stop(o), o.retryable && r.retry(() => void N(e, !0)), a.session && Te.includes(o.code) && r.elsewhere(a.session.checkout_url), o.code === "rate_limited" && !t && e.later(_(), () => void N(e, !0));
	}
}
function P(e) {
	return e instanceof r ? e : new r("wallet_sdk_error", `The ways to pay could not be drawn: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
}
async function Oe(e, t) {
	let { calls: n, payment: r, teller: a, stand: o } = e, [s, c] = await Promise.all([n.read(), n.readKit()]);
	if (e.isClosed()) return;
	if (s.kind !== "ok") throw i(s);
	if (c.kind !== "ok") throw i(c);
	let l = t.session = s.body;
	ke(l, e.settings), l.status === "capturing" ? await r.settle(l.payment?.provider_order_id ?? null) : (c.body.script === null ? await Ae(n) : await je(e, l, c.body.script), e.isClosed() || (o.say(""), o.offer(!0), Pe(e, l), a.turn("ready"), a.ready()));
}
function ke({ status: e, environment: t, payment_provider: n, vault_setup: i }, a) {
	if (t === "live" != (a.environment === "live")) throw new r("config_error", `the session is of a ${t} deployment, and environment is ${a.environment}`);
	if (e === "completed") throw new r("session_completed", "The session is completed");
	if (e === "expired") throw new r("session_expired", "The session has expired");
	if (n !== we || i) throw new r("provider_unsupported", `${i ? "A way to pay is saved" : "This session is paid"} on its checkout_url alone`);
}
async function Ae(e) {
	let t = await e.mintOnce();
	throw t.kind === "ok" ? new r("provider_unsupported", "The provider has no script for this session") : i(t);
}
async function je(e, t, n) {
	let { calls: r, settings: a, stand: o } = e, s = await r.mintOnce();
	if (s.kind !== "ok") throw i(s);
	let c = await xe({
		script: n,
		components: Me(t),
		attribution: t.wallet_partner_attribution_id,
		clientToken: s.body.client_token,
		cspNonce: a.cspNonce
	});
	e.isClosed() || (await Ne(e, t, c), e.isClosed() || o.say(""));
}
function Me(e) {
	let t = (e) => e === "active";
	return [
		["buttons", !0],
		["messages", e.pay_later_messaging?.enabled === !0],
		["applepay", t(e.wallet_apple_pay_status) && ce()],
		["googlepay", t(e.wallet_google_pay_status)],
		["card-fields", t(e.wallet_acdc_status)]
	].filter(([, e]) => e).map(([e]) => e);
}
async function Ne(e, t, n) {
	let { stand: i, settings: a, payment: o } = e, { till: s } = o, { cspNonce: c } = a, l = i.place("message"), u = [], d = async (e, t) => {
		let n = i.place(e), r = await oe(Ee, t(n)).catch((e) => (u.push(e), !1));
		return r || n.remove(), r;
	}, f = [d("buttons", (e) => de(n, e, s)), d("apple-pay", (e) => le(n, e, t, s))], p = d("google", (e) => ve(n, e, {
		session: t,
		cspNonce: c
	}, s));
	if (f.push(d("card-form", (e) => pe(n, e, s))), Ce(n, l, t).catch(() => l.remove()), !((await Promise.all(f)).includes(!0) || await p)) throw u.length > 0 ? P(u[0]) : new r("provider_unsupported", "The provider offers no way to pay this session");
}
function Pe(e, { expires_at: t }) {
	let n = new Date(t).getTime() - Date.now();
	e.later(Math.min(Math.max(n, M / 30), De), () => void F(e));
}
async function F(e) {
	let { calls: t, payment: n, teller: i } = e, a = i.state() === "ready" ? await t.read() : null;
	e.isClosed() || (a?.kind === "ok" && a.body.status === "expired" && i.state() === "ready" ? n.stop(new r("session_expired", j.session_expired)) : e.later(M, () => void F(e)));
}
// web/kit/next-step.ts
function Fe({ status: e, payment: t }, n) {
	if (e === "completed") return "paid";
	let r = t !== null && (n === null || t.provider_order_id === n);
	return e === "capturing" ? r && t.status === "pending" ? "pending" : "unknown" : r && (t.status === "created" || t.status === "approved") ? { capture: t.provider_order_id } : "open";
}
// web/sdk/payment.ts
var Ie = 40, I = 3;
function Le(e) {
	let t = {
		...e,
		hasTold: !1,
		capturesLeft: I
	};
	return {
		till: {
			order: (e) => Re(t, e),
			take: (e) => ze(t, e),
			leave: () => Ue(t),
			fail: (e) => We(t, e),
			say: t.stand.say
		},
		settle: (e) => z(t, e),
		stop: (e) => W(t, e)
	};
}
async function Re(e, t) {
	e.hasTold = !1, e.stand.say(""), e.teller.turn("approving");
	let n = await e.calls.createOrder(t);
	if (n.kind === "ok") return n.body.order_id;
	e.hasTold = !0;
	let r = i(n);
	throw r.code === "capture_pending" ? z(e, null) : r.retryable ? U(e, r) : W(e, r), r;
}
async function ze(e, t) {
	if (e.isDestroyed()) return !1;
	V(e), e.capturesLeft = I;
	let n = await e.calls.capture(t);
	return n.kind === "refused" && n.status === 429 && (await v(_()), n = await e.calls.capture(t)), n.kind === "ok" && n.body.provider_capture_id !== null && n.body.status !== "pending" ? B(e, {
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
	for (let n = 0; n < Ie && !e.isDestroyed(); n += 1) {
		let r = await e.calls.read(), i = r.kind === "ok" ? await Be(e, r.body, t) : null;
		if (i !== null) return i;
		await v(ae(n));
	}
	return e.stand.say(k.slow), e.teller.error(new r("network_error", "It is not known yet whether the payment was taken")), !1;
}
async function Be(e, t, n) {
	let a = Fe(t, n);
	if (a === "paid") return Ve(e, t);
	if (a === "pending") return He(e);
	if (a === "unknown") return null;
	if (a === "open" || e.capturesLeft === 0) return t.status === "expired" ? W(e, new r("session_expired", "The session has expired")) : U(e, new r("payment_declined", "The payment was not taken")), !1;
	--e.capturesLeft;
	let o = await e.calls.capture(a.capture);
	return o.kind !== "refused" || !L(o) ? null : (R(e, i(o)), !1);
}
function Ve(e, { payment: t }) {
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
	return e.stand.offer(!1), e.stand.say(k.paid), e.teller.turn("paid"), i && e.teller.approve(r), !0;
}
function He(e) {
	return e.teller.state() === "pending" || (e.stand.say(j.capture_pending), e.teller.turn("pending"), e.teller.error(new r("capture_pending", "The provider holds the payment for review"))), null;
}
function V(e) {
	e.stand.retry(null), e.stand.offer(!1), e.stand.say(k.confirming), e.teller.turn("confirming");
}
function Ue(e) {
	H(e) && (e.stand.say(k.canceled), e.teller.turn("ready"), e.teller.cancel());
}
function H({ teller: e }) {
	return e.state() === "ready" || e.state() === "approving";
}
function We(e, t) {
	t instanceof r || e.hasTold || !H(e) || U(e, new r("wallet_sdk_error", `The provider's script: ${t instanceof Error ? t.message : String(t)}`, { cause: t }));
}
function U(e, t) {
	e.stand.offer(!0), e.stand.say(j[t.code]), e.teller.turn("ready"), e.teller.error(t);
}
function W(e, t) {
	e.stand.offer(!1), e.stand.say(j[t.code]);
	let n = {
		session_expired: "expired",
		session_completed: "completed"
	};
	e.teller.turn(t.code in n ? n[t.code] : "failed"), t.code === "session_expired" && e.teller.expired(), e.teller.error(t);
}
// web/kit/session-api.ts
var Ge = 45e3;
function Ke(e) {
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
			signal: AbortSignal.timeout(Ge),
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
function qe({ base: e, sessionId: t }) {
	let n = Ke(`${e}/api/checkout-sessions/${t}`);
	return {
		...n,
		read: () => n.read(),
		readKit: () => G(`${e}/sdk/sessions/${t}/kit`, "GET"),
		mintOnce: () => Je(`${e} ${t}`, n.mintClientToken)
	};
}
var K = /* @__PURE__ */ new Map();
function Je(e, t) {
	let n = K.get(e);
	if (n) return n;
	let r = t().then((t) => (t.kind !== "ok" && K.delete(e), t));
	return K.set(e, r), r;
}
// web/sdk/stand.ts
var Ye = "\n.fairway { display: grid; gap: 12px; font: 16px/1.5 system-ui, sans-serif; }\n.fairway [hidden] { display: none; }\n.fairway-ways, .fairway-card { display: grid; gap: 12px; }\n.fairway-card { grid-template-columns: 1fr 1fr; }\n.fairway-number, .fairway-name, .fairway-pay { grid-column: 1 / -1; }\n.fairway-status { margin: 0; }\n.fairway-status:empty { display: none; }\n.fairway button { font: inherit; min-height: 48px; border-radius: 4px; cursor: pointer; }\n.fairway-pay, .fairway-retry { border: 1px solid #1a1a1a; background: #1a1a1a; color: #fff; }\n.fairway-pay:disabled { opacity: 0.6; cursor: default; }\n.fairway button:focus-visible, .fairway a:focus-visible { outline: 3px solid #0a58ca; outline-offset: 2px; }\n.fairway-apple { width: 100%; border: 0; background: #000; -webkit-appearance: -apple-pay-button; appearance: -apple-pay-button;\n  -apple-pay-button-style: black; -apple-pay-button-type: plain; }\n@supports not (appearance: -apple-pay-button) { .fairway-apple::before { content: \"Apple Pay\"; color: #fff; } }\n.fairway-google button { width: 100%; }\n@media (forced-colors: active) { .fairway button { border: 1px solid ButtonText; } }\n";
function Xe(e) {
	x(Ye);
	let t = y("div", "fairway"), n = y("div", "fairway-ways", {
		role: "group",
		"aria-label": "Ways to pay"
	}), r = y("p", "fairway-status", {
		role: "status",
		"aria-live": "polite"
	}), i = y("div", "fairway-after");
	return t.append(r, n, i), e.append(t), {
		place: (e) => {
			let t = y("div", `fairway-${e}`);
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
			let t = y("button", "fairway-retry", { type: "button" });
			t.textContent = "Try again", t.addEventListener("click", e), i.append(t);
		},
		elsewhere: (e) => {
			let t = y("a", "fairway-elsewhere", { href: e });
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
function Ze(e) {
	let t = {
		settings: f(e),
		approval: null,
		isDestroyed: !1
	}, n = q(t.settings.callbacks), r = null, i = {
		get state() {
			return n.state();
		},
		mount: (e) => {
			if (t.isDestroyed) throw m("this checkout was destroyed; make another");
			let a = h(e);
			return r?.stand.isIn(a) || (i.unmount(), r = Qe(t, n, a)), i;
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
function Qe(e, t, n) {
	let r = Xe(n), i = /* @__PURE__ */ new Set(), a = !1, o = () => {
		a = !0;
		for (let e of i) clearTimeout(e);
		r.remove(), (t.state() === "ready" || t.state() === "loading") && t.turn("idle");
	};
	if (e.approval) return r.say(k.paid), {
		stand: r,
		close: o
	};
	let { settings: s } = e, c = qe(s);
	return N({
		settings: s,
		calls: c,
		teller: t,
		stand: r,
		payment: Le({
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
var J = "fairway", Y = 1, $e = [
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
function et(e) {
	let t = e;
	return typeof t != "object" || t?.source !== J ? null : t.version === Y ? $e.includes(t.type) ? t : null : "other version";
}
// web/sdk/embed.ts
var tt = 15e3, Z = 200, nt = 1e4, rt = "payment *; publickey-credentials-get *; clipboard-write", it = `.fairway-frame { display: block; width: 100%; height: ${Z}px; border: 0; color-scheme: auto; }`;
function Q(e) {
	let t = f(e), n = q(t.callbacks), r = null, i = !1, a = {
		get state() {
			return n.state();
		},
		mount: (o) => {
			if (i) throw m("this checkout was destroyed; make another");
			let s = h(o);
			return r?.frame.parentNode === s && r.frame.isConnected || (a.unmount(), r = at(t, e, n, s)), a;
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
function at(e, t, n, r) {
	x(it);
	let i = y("iframe", "fairway-frame", {
		src: `${e.base}/embed/${e.sessionId}`,
		title: t.title ?? "Secure payment",
		allow: rt,
		referrerpolicy: "strict-origin"
	}), a = null, o = 0, s = (e) => a?.postMessage(X(e));
	return i.addEventListener("load", () => {
		a?.close();
		let r = new MessageChannel();
		a = r.port1, a.onmessage = ({ data: r }) => {
			clearTimeout(o), ot({
				settings: e,
				options: t,
				teller: n,
				frame: i
			}, et(r));
		};
		let s = X({
			type: "init",
			sessionId: e.sessionId
		});
		i.contentWindow?.postMessage(s, new URL(e.base).origin, [r.port2]);
	}), o = window.setTimeout(() => $(n, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), tt), n.turn("loading"), r.append(i), {
		frame: i,
		close: () => {
			clearTimeout(o), s({ type: "destroy" }), a?.close(), i.remove(), (n.state() === "ready" || n.state() === "loading") && n.turn("idle");
		}
	};
}
function ot({ settings: e, options: t, teller: n, frame: i }, a) {
	if (a !== null) {
		if (a === "other version") return $(n, "config_error", "the frame is of another version");
		switch (a.type) {
			case "ready":
				if (a.environment === "live" != (e.environment === "live")) return i.remove(), $(n, "config_error", `the session is of a ${a.environment} deployment`);
				t.title === void 0 && (i.title = a.title);
				return;
			case "resize": {
				let e = Math.min(Math.max(Number(a.height) || 0, Z), nt);
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
var st = "1.0.0";
// web/sdk/entries/fairway.ts
d(import.meta.url);
export { r as CheckoutError, Ze as checkout, Q as embed, st as version };
