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
	return new r(t(n, c(e.body, "code")), o(e), { status: n });
}
function a(e) {
	return e instanceof r ? e : new r("wallet_sdk_error", `The ways to pay could not be drawn: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
}
function o({ status: e, body: t }) {
	return `${e}: ${c(t, "detail") || c(t, "error") || s(t) || "Fairway refused"}${e === 403 ? "; look at the merchant's readiness first, then at allowed_origins" : ""}`;
}
function s(e) {
	let { detail: t } = e ?? {}, [n] = Array.isArray(t) ? t : [];
	return n ? `${(n.loc ?? []).join(".")}: ${String(n.msg)}` : "";
}
function c(e, t) {
	let n = e?.[t];
	return typeof n == "string" ? n : "";
}
// web/sdk/options.ts
var l = /^cs_[A-Za-z0-9]{10,60}$/, u = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/, d = null;
function f(e) {
	let t = e?.lastIndexOf("/sdk/") ?? -1;
	t > 0 && (d = e.slice(0, t));
}
function p(e) {
	let { sessionId: t, environment: n, baseUrl: r, cspNonce: i } = e ?? {};
	if (n !== "live" && n !== "sandbox") throw m(`environment is live or sandbox, not ${JSON.stringify(n) ?? "left out"}`);
	if (typeof t != "string" || !l.test(t)) throw m("sessionId is the id of a checkout session, cs_…");
	return {
		sessionId: t,
		environment: n,
		base: ee(r, n),
		cspNonce: i ?? "",
		callbacks: e
	};
}
function ee(e, t) {
	let n = e ?? d;
	if (n === null) throw m("baseUrl is needed where the script was not loaded from your Fairway");
	let r;
	try {
		r = new URL(n);
	} catch (e) {
		throw m("baseUrl is no address", e);
	}
	let i = t === "sandbox" && r.protocol === "http:" && u.test(r.hostname);
	if (r.protocol !== "https:" && !i) throw m("baseUrl begins with https://");
	return r.origin + r.pathname.replace(/\/+$/, "");
}
function m(e, t) {
	return new r("config_error", e, { cause: t });
}
function te(e) {
	let t = typeof e == "string" ? document.querySelector(e) : e;
	if (t instanceof Element) return t;
	throw m(`mount needs an element; ${typeof e == "string" ? `${e} finds none` : "that is none"}`);
}
// web/sdk/life.ts
var h = [
	"approving",
	"confirming",
	"pending"
], ne = 1e3;
function g(e, t) {
	let n = null, r = !1, i = (t) => {
		t.close(), (e.state() === "ready" || e.state() === "loading") && e.turn("idle");
	}, a = re(e, i), o = {
		get state() {
			return e.state();
		},
		mount: (e) => {
			if (r) throw m("this checkout was destroyed; make another");
			let i = te(e);
			return n?.root.parentNode === i && n.root.isConnected || (o.unmount(), n = a.takeBack(i) ?? t(i)), o;
		},
		unmount: () => {
			let t = n;
			n = null, t && ((t.root.isConnected || !t.isFrame) && h.includes(e.state()) ? a.put(t) : i(t));
		},
		destroy: () => {
			r = !0, e.silence(), o.unmount(), a.clear();
		}
	};
	return o;
}
function re(e, t) {
	let n = null, r = !1, i = 0, a = () => {
		clearTimeout(i), n && t(n), n = null, r = !1;
	};
	return e.watch((e) => {
		clearTimeout(i);
		let t = r ? e === "paid" : !h.includes(e);
		n && t && (i = window.setTimeout(a, ne));
	}), {
		clear: a,
		put: (e) => {
			a(), n = e, n.root.hidden = !0, _(n.root, document.body);
		},
		takeBack: (e) => {
			if (clearTimeout(i), !n) return null;
			if (ie(n, e)) {
				let e = n;
				return n = null, e;
			}
			return r = !0, n.hush?.(), null;
		}
	};
}
function ie({ root: e, isFrame: t }, n) {
	if (e.parentNode !== n && !_(e, n)) {
		if (t) return !1;
		n.append(e);
	}
	return e.hidden = !1, !0;
}
function _(e, t) {
	try {
		return t.moveBefore(e, null), !0;
	} catch {
		return !1;
	}
}
// web/kit/wait.ts
var ae = 1e3, oe = 1.6, se = 15e3, ce = .2, le = 6e4, ue = 6e3;
function de(e, t = Math.random()) {
	let n = Math.min(se, ae * oe ** e);
	return Math.round(n * (.8 + 2 * ce * t));
}
function fe() {
	return le + Math.random() * ue;
}
function pe(e) {
	return new Promise((t) => {
		setTimeout(t, e);
	});
}
function me(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(() => r(/* @__PURE__ */ Error("took too long")), e);
		t.finally(() => clearTimeout(i)).then(n, r);
	});
}
// web/kit/dom.ts
function v(e, t, n = {}) {
	let r = document.createElement(e);
	r.className = t;
	for (let [e, t] of Object.entries(n)) r.setAttribute(e, t);
	return r;
}
var he = /* @__PURE__ */ new Set();
function y(e) {
	if (he.has(e)) return;
	he.add(e);
	let t = new CSSStyleSheet();
	t.replaceSync(e), document.adoptedStyleSheets.push(t);
}
// web/kit/insert-script.ts
function b({ src: e, limitMs: t, nonce: n, integrity: r, data: i }) {
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
// web/kits/form.ts
var ge = 8e3, x = 0;
function S({ words: e, buttonClass: t }, n) {
	x += 1;
	let r = v("div", "fairway-card-group", {
		role: "group",
		"aria-label": e.form
	}), i = v("form", "fairway-card"), a = v("button", t, {
		type: "submit",
		id: `fairway-pay-${x}`
	}), o = v("p", "fairway-problem", { role: "alert" });
	return a.textContent = e.pay, i.append(o, a), r.append(i), n.replaceChildren(r), {
		form: i,
		button: a,
		field: (e, t) => {
			let n = v("div", `fairway-field fairway-${e}`);
			if (t) {
				let e = v("span", "fairway-label", { "aria-hidden": "true" });
				e.textContent = t, n.append(e);
			}
			let r = v("div", "fairway-frame-place", { id: `fairway-${e}-${x}` });
			return n.append(r), o.before(n), r;
		},
		problem: (e) => {
			o.textContent = e;
		}
	};
}
var C = /* @__PURE__ */ new Map();
function w(e, t, n = {}) {
	let r = C.get(e);
	if (r) return r;
	let i = () => b({
		src: e,
		limitMs: ge,
		nonce: t,
		data: n
	}), a = i().catch(i).catch((t) => {
		throw C.delete(e), t;
	});
	return C.set(e, a), a;
}
function T(e) {
	let t = window[e];
	if (t === void 0) throw Error("the script defined nothing");
	return t;
}
// web/kits/embed.ts
var _e = "/api/payments/gravy/embed-token", ve = "gr4vy", ye = [
	"network_error",
	"rate_limited",
	"no_email"
], be = async (e, t) => (await E(e, t, !1), !0);
async function E(e, t, n) {
	let r = await e.credential(_e, n);
	await w(r.script, e.nonce);
	let i = S(e, t), a = {
		counter: e,
		place: t,
		card: i,
		approved: null,
		isValid: !1,
		isUsed: !1,
		isBusy: !1
	}, o = i.field("all", "");
	i.form.addEventListener("submit", (e) => xe(a, e), { capture: !0 }), T(ve).setup({
		gr4vyId: r.gr4vy_id,
		environment: r.environment,
		token: r.token,
		merchantAccountId: r.merchant_account_id,
		amount: r.amount,
		currency: r.currency,
		country: r.country,
		metadata: r.metadata,
		externalIdentifier: r.metadata.transaction_id,
		locale: e.locale,
		intent: "authorize",
		element: o,
		form: i.form,
		onEvent: (e, t) => Se(a, e, t),
		onComplete: ({ id: e }) => {
			a.approved = e, D(a);
		}
	});
}
function xe(e, t) {
	t.preventDefault(), e.isUsed = !0, e.counter.till.mayBegin() ? e.isBusy || e.approved !== null ? (t.stopImmediatePropagation(), D(e)) : e.isValid && e.counter.till.begin() : t.stopImmediatePropagation();
}
function Se(e, t, n) {
	let { counter: r, card: i, place: a } = e, { till: o, words: s } = r;
	switch (t) {
		case "formUpdate":
			e.isValid = n?.valid === !0, e.isUsed ||= e.isValid;
			return;
		case "transactionFailed": return o.decline();
		case "transactionCancelled": return o.leave();
		case "apiError":
			if (o.fail(/* @__PURE__ */ Error("the form could not pay")), !e.isUsed) return;
			E(r, a, !0).catch(() => i.problem(s.enterAgain));
			return;
	}
}
async function D(e) {
	let { counter: t, place: n, card: r } = e;
	if (!(e.isBusy || e.approved === null)) {
		e.isBusy = !0, r.button.disabled = !0;
		try {
			let r = await t.till.order("card", e.approved);
			e.approved = null, await t.till.take(r) || await E(t, n, !0);
		} catch (t) {
			ye.includes(t?.code ?? "") || (e.approved = null);
		} finally {
			e.isBusy = !1, r.button.disabled = !1;
		}
	}
}
// web/kits/fields.ts
var Ce = "/api/payments/nmi/tokenization-key", we = "CollectJS", Te = 15e3, O = [
	{
		name: "ccnumber",
		label: "number",
		problem: "checkNumber"
	},
	{
		name: "ccexp",
		label: "expiry",
		problem: "checkExpiry"
	},
	{
		name: "cvv",
		label: "code",
		problem: "checkCode"
	}
], k = null, A = null, Ee = async (e, t) => {
	let { tokenization_key: n, script: r } = await e.credential(Ce, !1);
	if (A?.isConnected && !t.contains(A) || (k ?? n) !== n) return !1;
	let i = S(e, t);
	A = i.form;
	try {
		if (await w(r, e.nonce, {
			tokenizationKey: n,
			variant: "inline"
		}), k = n, A !== i.form) return !1;
		await De(e, i);
	} catch (e) {
		throw A === i.form && (A = null), e;
	}
	return !0;
};
function De(e, t) {
	let { till: n, words: r } = e, i = /* @__PURE__ */ new Map(), a = O.map(({ name: e, label: n }) => {
		let { id: i } = t.field(e, r[n]);
		return [e, {
			selector: `#${i}`,
			title: r[n],
			placeholder: ""
		}];
	});
	return new Promise((o) => {
		T(we).configure({
			variant: "inline",
			paymentSelector: `#${t.button.id}`,
			fields: Object.fromEntries(a),
			fieldsAvailableCallback: o,
			validationCallback: (e, n) => {
				let a = O.find((t) => t.name === e);
				n ? i.delete(e) : i.set(e, a ? r[a.problem] : r.enterAgain), t.problem([...i.values()].join(" "));
			},
			timeoutDuration: Te,
			timeoutCallback: () => n.fail(/* @__PURE__ */ Error("the fields did not answer")),
			callback: ({ token: n }) => void Oe(e, t, n)
		});
	});
}
async function Oe({ till: e }, { button: t }, n) {
	if (!t.disabled) {
		t.disabled = !0;
		try {
			await e.take(await e.order("card", n));
		} catch {} finally {
			t.disabled = !1;
		}
	}
}
// web/kits/gateways.ts
var ke = {
	embed: be,
	fields: Ee
}, j = {
	loading: "Loading the ways to pay…",
	confirming: "Confirming your payment. Please do not pay again.",
	slow: "This takes longer than usual. Please do not pay again; the shop will tell you how it went.",
	paid: "Payment received. Thank you.",
	canceled: "Nothing was paid. You can try again."
}, M = {
	form: "Pay by card",
	number: "Card number",
	expiry: "Expiry (MM/YY)",
	code: "Security code",
	pay: "Pay by card",
	checkNumber: "Check the card number.",
	checkExpiry: "Check the expiry date.",
	checkCode: "Check the security code.",
	enterAgain: "Please reload the page and enter the card again."
}, N = "This payment cannot be made here. Please contact the shop.", P = {
	config_error: N,
	origin_not_allowed: N,
	session_expired: "The time to pay has run out. Go back to the shop to begin again.",
	session_completed: "This order is paid already.",
	provider_unsupported: "This payment cannot be made on this page.",
	rate_limited: "Too many attempts. Wait a minute, then try again.",
	payment_declined: "The payment was declined. Choose another way to pay.",
	capture_pending: "Your payment is being reviewed. Please do not pay again.",
	wallet_sdk_error: "The payment provider had a problem. Please try again.",
	network_error: "There is no connection at the moment. Please try again."
}, Ae = 12e3;
async function je(e, t) {
	let { calls: n, settings: a, stand: o, payment: s } = e, c = o.place("card-form");
	if (!await me(Ae, t({
		till: s.till,
		words: M,
		locale: "en",
		buttonClass: "fairway-pay",
		nonce: a.cspNonce,
		credential: async (e, t) => {
			let r = await n.credential(e, t);
			if (r.kind !== "ok") throw i(r);
			return r.body;
		}
	}, c))) throw new r("provider_unsupported", "The provider's fields stand on this page already");
}
// web/sdk/wallet/payable.ts
function F({ amount: e, currency: t }) {
	let n = new Intl.NumberFormat("en", {
		style: "currency",
		currency: t
	}).resolvedOptions().maximumFractionDigits ?? 0, [r, i = ""] = e.split(".");
	return n === 0 ? r : `${r}.${i.padEnd(n, "0")}`;
}
// web/sdk/wallet/apple-pay.ts
var Me = 4;
function I() {
	return window.ApplePaySession;
}
function Ne() {
	try {
		return I()?.canMakePayments() ?? !1;
	} catch {
		return !1;
	}
}
async function Pe(e, t, n, r) {
	let i = e.Applepay?.(), a = await i?.config();
	if (!i || !a?.isEligible) return !1;
	let o = v("button", "fairway-apple", {
		type: "button",
		"aria-label": "Pay with Apple Pay",
		lang: "en"
	});
	return o.addEventListener("click", () => Fe({
		applepay: i,
		config: a,
		session: n,
		till: r
	})), t.append(o), !0;
}
function Fe({ applepay: e, config: t, session: n, till: r }) {
	let { merchant_name: i, currency: a } = n, o = I(), s = new o(Me, {
		countryCode: t.countryCode,
		currencyCode: a,
		merchantCapabilities: t.merchantCapabilities,
		supportedNetworks: t.supportedNetworks,
		total: {
			label: i,
			type: "final",
			amount: F(n)
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
var Ie = {
	layout: "vertical",
	shape: "rect",
	height: 48
};
async function Le(e, t, n) {
	let r = e.Buttons?.({
		style: Ie,
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
var Re = {
	INVALID_NUMBER: M.checkNumber,
	INVALID_EXPIRY: M.checkExpiry,
	INVALID_CVV: M.checkCode,
	INVALID_NAME: "Check the name on the card.",
	INELIGIBLE_CARD_VENDOR: "This kind of card is not accepted here."
};
async function ze(e, t, n) {
	let r = e.CardFields?.({
		createOrder: () => n.order("card"),
		onApprove: async ({ orderID: e }) => {
			await n.take(e);
		},
		onError: n.fail
	});
	if (!r?.isEligible()) return !1;
	let i = v("form", "fairway-card", { "aria-label": M.form }), [a, o, s, c] = [
		"name",
		"number",
		"expiry",
		"cvv"
	].map((e) => v("div", `fairway-field fairway-${e}`)), l = v("button", "fairway-pay", { type: "submit" });
	return l.textContent = M.pay, i.append(o, s, c, a, l), t.append(i), await Promise.all([
		r.NumberField().render(o),
		r.ExpiryField().render(s),
		r.CVVField().render(c),
		r.NameField().render(a)
	]), i.addEventListener("submit", (e) => {
		e.preventDefault(), l.disabled || (l.disabled = !0, Be(r, n).finally(() => {
			l.disabled = !1;
		}));
	}), !0;
}
async function Be(e, t) {
	try {
		await e.submit();
	} catch (e) {
		let n = Re[e instanceof Error ? e.message : String(e)];
		n ? t.say(n) : e instanceof r || t.fail(e);
	}
}
// web/sdk/wallet/google-pay.ts
var Ve = "https://pay.google.com/gp/p/js/pay.js", He = 8e3, L = null;
function Ue(e) {
	return L ??= b({
		src: Ve,
		limitMs: He,
		nonce: e
	}).then(() => {
		let { google: e } = window;
		return e.payments.api.PaymentsClient;
	}).catch((e) => {
		throw L = null, e;
	}), L;
}
async function We(e, t, { session: n, cspNonce: r }, i) {
	let a = e.Googlepay?.(), o = await a?.config();
	if (!a || !o?.isEligible) return !1;
	let s = new (await (Ue(r)))({ environment: n.environment === "live" ? "PRODUCTION" : "TEST" }), { apiVersion: c, apiVersionMinor: l, allowedPaymentMethods: u } = o, d = {
		apiVersion: c,
		apiVersionMinor: l,
		allowedPaymentMethods: u
	};
	return (await s.isReadyToPay(d)).result ? (t.append(s.createButton({
		onClick: () => {
			Ge({
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
async function Ge({ client: e, googlepay: t, config: n, session: r, till: i }) {
	let { apiVersion: a, apiVersionMinor: o, allowedPaymentMethods: s, merchantInfo: c, countryCode: l } = n, { paymentMethodData: u } = await e.loadPaymentData({
		apiVersion: a,
		apiVersionMinor: o,
		allowedPaymentMethods: s,
		merchantInfo: c,
		transactionInfo: {
			totalPriceStatus: "FINAL",
			totalPrice: F(r),
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
var Ke = 8e3, R = /* @__PURE__ */ new Map(), z = 0;
function qe(e) {
	let t = new URL(e.script);
	t.searchParams.set("components", e.components.join(",")), e.components.includes("card-fields") && Je(t.searchParams);
	let n = `${t.href} ${e.attribution}`, i = R.get(n);
	if (i) return i;
	z += 1;
	let a = `fairwayWallet${z}`, o = B(t.href, a, e).catch(() => B(t.href, a, e)).catch((e) => {
		throw R.delete(n), new r("wallet_sdk_error", "The provider's script could not be loaded", { cause: e });
	});
	return R.set(n, o), o;
}
function Je(e) {
	let t = e.get("disable-funding")?.split(",") ?? [];
	e.set("disable-funding", [...t, "card"].join(","));
}
async function B(e, t, n) {
	let r = {
		namespace: t,
		pageType: "checkout",
		clientToken: n.clientToken,
		...n.attribution === null ? {} : { partnerAttributionId: n.attribution },
		...n.cspNonce ? { cspNonce: n.cspNonce } : {}
	};
	await b({
		src: e,
		limitMs: Ke,
		nonce: n.cspNonce,
		data: r
	});
	let i = window[t];
	if (!i) throw Error("the script defined nothing");
	return i;
}
// web/sdk/wallet/message.ts
async function Ye(e, t, n) {
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
var Xe = 8e3;
async function Ze(e, t, n) {
	let { calls: r, settings: a } = e, o = await r.mintOnce();
	if (o.kind !== "ok") throw i(o);
	let s = await qe({
		script: n,
		components: $e(t),
		attribution: t.wallet_partner_attribution_id,
		clientToken: o.body.client_token,
		cspNonce: a.cspNonce
	});
	e.isClosed() || await et(e, t, s);
}
async function Qe(e) {
	let t = await e.mintOnce();
	throw t.kind === "ok" ? new r("provider_unsupported", "The provider has no script for this session") : i(t);
}
function $e(e) {
	let t = (t, n) => n === "active" && e.supported_funding.includes(t);
	return [
		["buttons", !0],
		["messages", e.pay_later_messaging?.enabled === !0],
		["applepay", t("applepay", e.wallet_apple_pay_status) && Ne()],
		["googlepay", t("googlepay", e.wallet_google_pay_status)],
		["card-fields", t("card", e.wallet_acdc_status)]
	].filter(([, e]) => e).map(([e]) => e);
}
async function et(e, t, n) {
	let { stand: i, settings: o, payment: s } = e, { till: c } = s, { cspNonce: l } = o, u = i.place("message"), d = [], f = async (e, t) => {
		let n = i.place(e), r = await me(Xe, t(n)).catch((e) => (d.push(e), !1));
		return r || n.remove(), r;
	}, p = [f("buttons", (e) => Le(n, e, c)), f("apple-pay", (e) => Pe(n, e, t, c))], ee = f("google", (e) => We(n, e, {
		session: t,
		cspNonce: l
	}, c));
	if (p.push(f("card-form", (e) => ze(n, e, c))), Ye(n, u, t).catch(() => u.remove()), !((await Promise.all(p)).includes(!0) || await ee)) throw d.length > 0 ? a(d[0]) : new r("provider_unsupported", "The provider offers no way to pay this session");
}
// web/sdk/open.ts
var tt = ["provider_unsupported", "wallet_sdk_error"], V = 3e4, nt = 2 ** 31 - 1, rt = [
	"paid",
	"completed",
	"expired",
	"failed"
];
async function H(e, t = !1) {
	let { teller: n, stand: r, payment: i } = e;
	r.retry(null), r.clear(), r.say(j.loading), n.turn("loading");
	let o = { session: null };
	try {
		await it(e, o);
	} catch (s) {
		if (e.isClosed()) return;
		let c = a(s);
		i.stop(c), c.retryable && r.retry(() => void H(e, !0)), o.session && tt.includes(c.code) && r.elsewhere(o.session.checkout_url), c.code === "rate_limited" && !t && e.later("open", fe(), () => {
			n.state() === "failed" && H(e, !0);
		});
	}
}
async function it(e, t) {
	let { calls: n, payment: r, teller: a, stand: o } = e, [s, c] = await Promise.all([n.read(), n.readKit()]);
	if (e.isClosed()) return;
	if (s.kind !== "ok") throw i(s);
	if (c.kind !== "ok") throw i(c);
	let l = t.session = s.body;
	at(l, e.settings), l.status === "capturing" ? await r.settle(l.payment?.provider_order_id ?? null) : (await ot(e, l, c.body), e.isClosed() || (o.say(""), o.offer(!0), st(e, l), a.turn("ready"), a.ready()));
}
function at({ status: e, environment: t, vault_setup: n }, i) {
	if (t === "live" != (i.environment === "live")) throw new r("config_error", `the session is of a ${t} deployment, and environment is ${i.environment}`);
	if (e === "completed") throw new r("session_completed", "The session is completed");
	if (e === "expired") throw new r("session_expired", "The session has expired");
	if (n) throw new r("provider_unsupported", "A way to pay is saved on its checkout_url alone");
}
async function ot(e, t, { kit: n, script: i }) {
	let a = ke[n ?? ""];
	if (a) await je(e, a);
	else if (n !== "buttons") throw new r("provider_unsupported", "This session is paid on its checkout_url alone");
	else i === null ? await Qe(e.calls) : await Ze(e, t, i);
}
function st(e, { expires_at: t }) {
	let n = new Date(t).getTime() - Date.now(), r = Math.min(Math.max(n, V / 30), nt);
	e.later("look", r, () => void ct(e));
}
async function ct(e) {
	let { calls: t, payment: n, teller: i } = e;
	if (rt.includes(i.state())) return;
	let a = i.state() === "ready" ? await t.read() : null;
	e.isClosed() || (a?.kind === "ok" && a.body.status === "expired" && i.state() === "ready" ? n.stop(new r("session_expired", P.session_expired)) : e.later("look", V, () => void ct(e)));
}
// web/kit/next-step.ts
function lt({ status: e, payment: t }, n) {
	if (e === "completed") return "paid";
	let r = t !== null && (n === null || t.provider_order_id === n);
	return e === "capturing" ? r && t.status === "pending" ? "pending" : "unknown" : r && (t.status === "created" || t.status === "approved") ? { capture: t.provider_order_id } : "open";
}
// web/kit/settle.ts
var ut = 40, dt = 3;
async function ft(e, t) {
	let n = await e.capture(t);
	return n.kind === "refused" && n.status === 429 && (await pe(fe()), n = await e.capture(t)), W(n) ?? U(e, t, G(n));
}
async function U(e, t, n = null) {
	let r = n, i = dt;
	for (let n = 0; n < ut && e.isWaiting(); n += 1) {
		let a = await e.read(), o = a.kind === "ok" ? lt(a.body, t) : null;
		if (a.kind !== "ok" || o === null) e.awaits(null);
		else if (o === "paid") return pt(a.body);
		else if (o === "open") return {
			kind: "open",
			session: a.body
		};
		else if (typeof o == "string") e.awaits(o);
		else {
			if (r) return {
				kind: "refused",
				answer: r
			};
			if (i === 0) return {
				kind: "open",
				session: a.body
			};
			e.awaits("unknown"), --i;
			let t = await e.capture(o.capture), n = W(t);
			if (n) return n;
			r = G(t);
		}
		await pe(de(n));
	}
	return { kind: "unknown" };
}
function W(e) {
	if (e.kind === "lost") return null;
	if (e.kind === "refused") return e.status < 500 && e.status !== 409 && e.status !== 429 ? {
		kind: "refused",
		answer: e
	} : null;
	let { status: t, order_id: n, provider_capture_id: r } = e.body;
	return t === "pending" ? null : {
		kind: "paid",
		orderId: n,
		captureId: r
	};
}
function G(e) {
	if (e.kind !== "refused" || e.status !== 409) return null;
	let n = e.body?.code, r = t(e.status, typeof n == "string" ? n : "");
	return r === "payment_declined" || r === "wallet_sdk_error" ? e : null;
}
function pt({ payment: e }) {
	return {
		kind: "paid",
		orderId: e?.provider_order_id ?? null,
		captureId: e?.provider_capture_id ?? null
	};
}
// web/sdk/payment.ts
function mt(e) {
	let t = {
		...e,
		hasTold: !1
	};
	return {
		till: {
			mayBegin: () => !0,
			begin: () => K(t),
			order: (e, n) => ht(t, e, n),
			take: (e) => gt(t, e),
			leave: () => Ct(t),
			decline: () => {
				q(t) && J(t, new r("payment_declined", "The provider declined"));
			},
			fail: (e) => wt(t, e),
			say: t.stand.say
		},
		settle: (e) => _t(t, e),
		stop: (e) => Y(t, e)
	};
}
function K(e) {
	e.hasTold = !1, e.stand.say(""), e.teller.turn("approving");
}
async function ht(e, t, n) {
	K(e);
	let r = await e.calls.createOrder(t, n);
	if (r.kind === "ok") return r.body.order_id;
	e.hasTold = !0;
	let a = i(r);
	throw a.code === "capture_pending" ? _t(e, null) : a.retryable ? J(e, a) : Y(e, a), a;
}
async function gt(e, t) {
	return !e.teller.isSilent() && (St(e), yt(e, await ft(vt(e), t)));
}
async function _t(e, t) {
	return St(e), yt(e, await U(vt(e), t));
}
function vt(e) {
	return {
		read: e.calls.read,
		capture: e.calls.capture,
		awaits: (t) => {
			t === "pending" && xt(e);
		},
		isWaiting: () => !e.teller.isSilent()
	};
}
function yt(e, t) {
	switch (t.kind) {
		case "paid": {
			let { orderId: n, captureId: i } = t;
			return n !== null && i !== null ? bt(e, {
				orderId: n,
				captureId: i
			}) : (Y(e, new r("session_completed", "The session is completed")), !1);
		}
		case "open": return t.session.status === "expired" ? Y(e, new r("session_expired", "The session has expired")) : J(e, new r("payment_declined", "The payment was not taken")), !1;
		case "refused": {
			let n = i(t.answer);
			return n.retryable ? J(e, n) : Y(e, n), !1;
		}
		case "unknown": return e.stand.say(j.slow), e.teller.error(new r("network_error", "It is not known yet whether the payment was taken")), !1;
	}
}
function bt(e, { orderId: t, captureId: n }) {
	let r = {
		sessionId: e.sessionId,
		orderId: t,
		captureId: n
	};
	return e.paid(r), e.stand.offer(!1), e.stand.say(j.paid), e.teller.turn("paid"), e.teller.approve(r), !0;
}
function xt(e) {
	e.teller.state() !== "pending" && (e.stand.say(P.capture_pending), e.teller.turn("pending"), e.teller.error(new r("capture_pending", "The provider holds the payment for review")));
}
function St(e) {
	e.stand.retry(null), e.stand.offer(!1), e.stand.say(j.confirming), e.teller.turn("confirming");
}
function Ct(e) {
	q(e) && (e.stand.say(j.canceled), e.teller.turn("ready"), e.teller.cancel());
}
function q({ teller: e }) {
	return e.state() === "ready" || e.state() === "approving";
}
function wt(e, t) {
	t instanceof r || e.hasTold || !q(e) || J(e, new r("wallet_sdk_error", `The provider's script: ${t instanceof Error ? t.message : String(t)}`, { cause: t }));
}
function J(e, t) {
	e.stand.offer(!0), e.stand.say(P[t.code]), e.teller.turn("ready"), e.teller.error(t);
}
function Y(e, t) {
	e.stand.offer(!1), e.stand.say(P[t.code]);
	let n = {
		session_expired: "expired",
		session_completed: "completed"
	};
	e.teller.turn(t.code in n ? n[t.code] : "failed"), t.code === "session_expired" && e.teller.expired(), e.teller.error(t);
}
// web/kit/session-api.ts
var Tt = 45e3;
function Et(e) {
	return {
		read: () => X(e, "GET"),
		mintClientToken: () => X(`${e}/client-token`, "POST"),
		createOrder: (t, n, r = null) => X(`${e}/orders`, "POST", {
			...t === null ? {} : { funding_source: t },
			...n === void 0 ? {} : { payment_token: n },
			...r === null ? {} : { buyer_email: r }
		}),
		capture: (t) => X(`${e}/orders/${encodeURIComponent(t)}/capture`, "POST", {})
	};
}
async function X(e, t, n) {
	try {
		let r = await fetch(e, {
			method: t,
			credentials: "omit",
			cache: "no-store",
			signal: AbortSignal.timeout(Tt),
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
function Dt({ base: e, sessionId: t }) {
	let n = Et(`${e}/api/checkout-sessions/${t}`);
	return {
		...n,
		read: () => n.read(),
		readKit: () => X(`${e}/sdk/sessions/${t}/kit`, "GET"),
		mintOnce: () => Ot(`${e} ${t}`, n.mintClientToken),
		credential: (n, r) => {
			let i = `${e}${n} ${t}`;
			return r && Z.delete(i), Ot(i, () => X(e + n, "POST", { checkout_session_id: t }));
		}
	};
}
var Z = /* @__PURE__ */ new Map();
function Ot(e, t) {
	let n = Z.get(e);
	if (n) return n;
	let r = t().then((t) => (t.kind !== "ok" && Z.delete(e), t));
	return Z.set(e, r), r;
}
// web/sdk/stand.ts
var kt = "\n.fairway { display: grid; gap: 12px; font: 16px/1.5 system-ui, sans-serif; }\n.fairway[hidden], .fairway [hidden] { display: none; }\n.fairway-ways, .fairway-card { display: grid; gap: 12px; }\n.fairway-card { grid-template-columns: 1fr 1fr; align-items: end; }\n.fairway-number, .fairway-name, .fairway-pay, .fairway-all, .fairway-ccnumber, .fairway-problem { grid-column: 1 / -1; }\n.fairway-field iframe { display: block; width: 100%; border: 0; }\n.fairway-ccnumber iframe, .fairway-ccexp iframe, .fairway-cvv iframe { height: 52px; }\n.fairway-problem { margin: 0; }\n.fairway-problem:empty { display: none; }\n.fairway-status { margin: 0; }\n.fairway-status:empty { display: none; }\n.fairway button { font: inherit; min-height: 48px; border-radius: 4px; cursor: pointer; }\n.fairway-pay, .fairway-retry { border: 1px solid #8a8a8a; background: #1a1a1a; color: #fff; }\n.fairway-pay:disabled { opacity: 0.6; cursor: default; }\n.fairway button:focus-visible, .fairway a:focus-visible { outline: 3px solid #0a58ca; outline-offset: 2px; }\n.fairway-apple { width: 100%; border: 0; background: #000; -webkit-appearance: -apple-pay-button; appearance: -apple-pay-button;\n  -apple-pay-button-style: black; -apple-pay-button-type: plain; }\n@supports not (appearance: -apple-pay-button) { .fairway-apple::before { content: \"Apple Pay\"; color: #fff; } }\n.fairway-google button { width: 100%; }\n@media (forced-colors: active) { .fairway button { border: 1px solid ButtonText; } }\n";
function At(e) {
	y(kt);
	let t = v("div", "fairway"), n = v("div", "fairway-ways", {
		role: "group",
		"aria-label": "Ways to pay"
	}), r = v("p", "fairway-status", {
		role: "status",
		"aria-live": "polite"
	}), i = v("div", "fairway-after");
	return t.append(r, n, i), e.append(t), {
		root: t,
		place: (e) => {
			let t = v("div", `fairway-${e}`);
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
			let t = v("button", "fairway-retry", { type: "button" });
			t.textContent = "Try again", t.addEventListener("click", e), i.append(t);
		},
		elsewhere: (e) => {
			let t = v("a", "fairway-elsewhere", { href: e });
			t.textContent = "Continue on the payment page", i.append(t);
		}
	};
}
// web/sdk/teller.ts
function jt(e) {
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
// web/sdk/checkout.ts
function Mt(e) {
	let t = {
		settings: p(e),
		approval: null
	}, n = jt(t.settings.callbacks);
	return g(n, (e) => Nt(t, n, e));
}
function Nt(e, t, n) {
	let r = At(n), i = /* @__PURE__ */ new Map(), a = !1, o = {
		root: r.root,
		isFrame: !1,
		close: () => {
			a = !0;
			for (let e of i.values()) clearTimeout(e);
			r.root.remove();
		}
	};
	if (e.approval) return r.say(j.paid), o;
	let { settings: s } = e, c = Dt(s);
	return H({
		settings: s,
		calls: c,
		teller: t,
		stand: r,
		payment: mt({
			sessionId: s.sessionId,
			calls: c,
			teller: t,
			stand: r,
			paid: (t) => {
				e.approval = t;
			}
		}),
		isClosed: () => a,
		later: (e, t, n) => {
			a || (clearTimeout(i.get(e)), i.set(e, window.setTimeout(n, t)));
		}
	}), o;
}
// web/kit/frame-messages.ts
var Pt = "fairway", Q = 1, Ft = [
	"ready",
	"resize",
	"state",
	"approve",
	"cancel",
	"expired",
	"error",
	"init"
];
function It(e) {
	return {
		source: Pt,
		version: Q,
		...e
	};
}
function Lt(e) {
	let t = e;
	return typeof t != "object" || t?.source !== Pt ? null : t.version === Q ? Ft.includes(t.type) ? t : null : "other version";
}
// web/sdk/embed.ts
var Rt = 15e3, zt = 200, Bt = 1e4, Vt = "payment *; publickey-credentials-get *; clipboard-write", Ht = `.fairway-frame { display: block; width: 100%; height: ${zt}px; border: 0; color-scheme: auto; }
.fairway-frame[hidden] { display: none; }`;
function Ut(e) {
	let t = p(e), n = jt(t.callbacks);
	return g(n, (r) => Wt({
		settings: t,
		options: e,
		teller: n
	}, r));
}
function Wt(e, t) {
	let { settings: n, options: r, teller: i } = e;
	y(Ht);
	let a = v("iframe", "fairway-frame", {
		src: `${n.base}/embed/${n.sessionId}`,
		title: r.title ?? "Secure payment",
		allow: Vt,
		referrerpolicy: "strict-origin"
	}), o = null, s = () => {
		o && (o.onmessage = null), o?.close();
	}, c = window.setTimeout(() => $(i, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), Rt), l = () => {
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
			clearTimeout(c), Gt(u, Lt(e));
		};
		let t = It({
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
function Gt(e, t) {
	let { settings: n, options: r, teller: i, frame: a } = e;
	if (t !== null) {
		if (t === "other version") return e.cut(), $(i, "config_error", "the frame is of another version");
		switch (t.type) {
			case "ready":
				if (t.environment === "live" != (n.environment === "live")) return e.cut(), $(i, "config_error", `the session is of a ${t.environment} deployment`);
				r.title === void 0 && (a.title = t.title);
				return;
			case "resize": {
				if (a.hidden) return;
				let e = Math.min(Math.max(Number(t.height) || 0, zt), Bt);
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
			default: !e.isHushed && i.state() !== "paid" && Kt(i, t);
		}
	}
}
function Kt(e, t) {
	switch (t.type) {
		case "state": {
			let n = t.state === "ready" && e.state() === "loading";
			e.turn(t.state), n && e.ready();
			return;
		}
		case "cancel": return e.cancel();
		case "expired": return e.expired();
		case "error": return e.error(new r(t.code, t.message));
	}
}
function $(e, t, n) {
	e.turn("failed"), e.error(new r(t, n));
}
// web/sdk/entries/version.ts
var qt = "1.0.0";
// web/sdk/entries/fairway.ts
f(import.meta.url);
export { r as CheckoutError, Mt as checkout, Ut as embed, qt as version };
