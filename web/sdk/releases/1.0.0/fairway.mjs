/*! @fairway/sdk 1.0.0 */
// web/common/error-codes.ts
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
	requestId;
	constructor(e, t, r = {}) {
		super(t, r.cause === void 0 ? void 0 : { cause: r.cause }), this.name = "CheckoutError", this.code = e, this.retryable = n.includes(e), this.status = r.status ?? null, this.requestId = r.requestId ?? null;
	}
};
function i(e) {
	if (e.kind === "lost") return new r("network_error", "Fairway could not be reached");
	let { status: n, requestId: i } = e;
	return new r(t(n, c(e.body, "code")), o(e), {
		status: n,
		requestId: i
	});
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
var l = /^cs_[A-Za-z0-9]{10,60}$/, u = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/, d = [
	"onReady",
	"onStateChange",
	"onApprove",
	"onCancel",
	"onError",
	"onExpired"
], f = [
	...d,
	"onResize",
	"sessionId",
	"environment",
	"baseUrl",
	"cspNonce",
	"locale",
	"theme",
	"title"
], p = () => void 0, m = null;
function ee(e) {
	let t = e?.lastIndexOf("/sdk/") ?? -1;
	t > 0 && (m = e.slice(0, t));
}
function h(e) {
	let { sessionId: t, environment: n, baseUrl: r, cspNonce: i, locale: a } = e ?? {};
	if (n !== "live" && n !== "sandbox") throw g(`environment is live or sandbox, not ${JSON.stringify(n) ?? "left out"}`);
	if (typeof t != "string" || !l.test(t)) throw g("sessionId is the id of a checkout session, cs_…");
	for (let t of d) if (typeof (e[t] ?? p) != "function") throw g(`${t} is a function`);
	for (let t of Object.keys(e)) f.includes(t) || console.warn(`Fairway: there is no option ${t}`);
	return {
		sessionId: t,
		environment: n,
		base: te(r, n),
		cspNonce: i ?? "",
		locale: a ?? "",
		callbacks: e
	};
}
function te(e, t) {
	let n = e ?? m;
	if (n === null) throw g("baseUrl is needed where the script was not loaded from your Fairway");
	let r;
	try {
		r = new URL(n);
	} catch (e) {
		throw g("baseUrl is no address", e);
	}
	let i = t === "sandbox" && r.protocol === "http:" && u.test(r.hostname);
	if (r.protocol !== "https:" && !i) throw g("baseUrl begins with https://");
	return r.origin + r.pathname.replace(/\/+$/, "");
}
function g(e, t) {
	return new r("config_error", e, { cause: t });
}
function ne(e) {
	let t = typeof e == "string" ? document.querySelector(e) : e;
	if (t instanceof Element) return t;
	throw g(`mount needs an element; ${typeof e == "string" ? `${e} finds none` : "that is none"}`);
}
// web/sdk/life.ts
var _ = [
	"approving",
	"confirming",
	"pending"
], re = 1e3;
function ie(e, t) {
	let n = null, r = !1, i = (t) => {
		t.close(), (e.state() === "ready" || e.state() === "loading") && e.turn("idle");
	}, a = ae(e, i), o = {
		get state() {
			return e.state();
		},
		mount: (e) => {
			if (r) throw g("this checkout was destroyed; make another");
			let i = ne(e);
			return n?.root.parentNode === i && n.root.isConnected || (o.unmount(), n = a.takeBack(i) ?? t(i)), o;
		},
		unmount: () => {
			let t = n;
			n = null, t && ((t.root.isConnected || !t.isFrame) && _.includes(e.state()) ? a.put(t) : i(t));
		},
		destroy: () => {
			r = !0, e.silence(), o.unmount(), a.clear();
		}
	};
	return o;
}
function ae(e, t) {
	let n = null, r = !1, i = 0, a = () => {
		clearTimeout(i), n && t(n), n = null, r = !1;
	};
	return e.watch((e) => {
		clearTimeout(i);
		let t = r ? e === "paid" : !_.includes(e);
		n && t && (i = window.setTimeout(a, re));
	}), {
		clear: a,
		put: (e) => {
			a(), n = e, n.root.hidden = !0, se(n.root, document.body);
		},
		takeBack: (e) => {
			if (clearTimeout(i), !n) return null;
			if (oe(n, e)) {
				let e = n;
				return n = null, e;
			}
			return r = !0, n.hush?.(), null;
		}
	};
}
function oe({ root: e, isFrame: t }, n) {
	if (e.parentNode !== n && !se(e, n)) {
		if (t) return !1;
		n.append(e);
	}
	return e.hidden = !1, !0;
}
function se(e, t) {
	try {
		return t.moveBefore(e, null), !0;
	} catch {
		return !1;
	}
}
// web/common/wait.ts
var ce = 1e3, le = 1.6, ue = 15e3, de = .2, fe = 6e4, pe = 6e3;
function me(e, t = Math.random()) {
	let n = Math.min(ue, ce * le ** e);
	return Math.round(n * (.8 + 2 * de * t));
}
function he() {
	return fe + Math.random() * pe;
}
function v(e) {
	return new Promise((t) => {
		setTimeout(t, e);
	});
}
function y(e, t) {
	return new Promise((n, r) => {
		let i = setTimeout(() => r(/* @__PURE__ */ Error("took too long")), e);
		t.finally(() => clearTimeout(i)).then(n, r);
	});
}
// web/common/dom.ts
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
// web/common/insert-script.ts
function C({ src: e, limitMs: t, nonce: n, integrity: r, data: i }) {
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
var ge = 8e3, w = 0;
function _e({ words: e, buttonClass: t }, n) {
	w += 1;
	let r = b("div", "fairway-card-group", {
		role: "group",
		"aria-label": e.form
	}), i = b("form", "fairway-card"), a = b("button", t, {
		type: "submit",
		id: `fairway-pay-${w}`
	}), o = b("p", "fairway-problem", { role: "alert" });
	return a.textContent = e.pay, i.append(o, a), r.append(i), n.replaceChildren(r), {
		form: i,
		button: a,
		field: (e, t) => {
			let n = b("div", `fairway-field fairway-${e}`);
			if (t) {
				let e = b("span", "fairway-label", { "aria-hidden": "true" });
				e.textContent = t, n.append(e);
			}
			let r = b("div", "fairway-frame-place", { id: `fairway-${e}-${w}` });
			return n.append(r), o.before(n), r;
		},
		problem: (e) => {
			o.textContent = e;
		}
	};
}
var T = /* @__PURE__ */ new Map();
function ve(e, t, n = {}) {
	let r = T.get(e);
	if (r) return r;
	let i = () => C({
		src: e,
		limitMs: ge,
		nonce: t,
		data: n
	}), a = i().catch(i).catch((t) => {
		throw T.delete(e), t;
	});
	return T.set(e, a), a;
}
function ye(e) {
	let t = e.querySelector("iframe");
	return t ? new Promise((e) => {
		t.addEventListener("load", () => e(), { once: !0 });
	}) : Promise.resolve();
}
function be(e) {
	let t = window[e];
	if (t === void 0) throw Error("the script defined nothing");
	return t;
}
// web/kits/embed.ts
var xe = "/api/payments/gravy/embed-token", Se = "gr4vy", Ce = [
	"network_error",
	"rate_limited",
	"no_email"
], we = async (e, t) => (await E(e, t, !1), await ye(t), !0);
async function E(e, t, n) {
	let r = await e.credential(xe, n);
	await ve(r.script, e.nonce);
	let i = _e(e, t), a = {
		counter: e,
		place: t,
		card: i,
		approved: null,
		isValid: !1,
		isUsed: !1,
		isBusy: !1
	}, o = i.field("all", "");
	i.form.addEventListener("submit", (e) => Te(a, e), { capture: !0 }), be(Se).setup({
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
		onEvent: (e, t) => Ee(a, e, t),
		onComplete: ({ id: e }) => {
			a.approved = e, De(a);
		}
	});
}
function Te(e, t) {
	t.preventDefault(), e.isUsed = !0, e.counter.till.mayBegin() ? e.isBusy || e.approved !== null ? (t.stopImmediatePropagation(), De(e)) : e.isValid && e.counter.till.begin() : t.stopImmediatePropagation();
}
function Ee(e, t, n) {
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
async function De(e) {
	let { counter: t, place: n, card: r } = e;
	if (!(e.isBusy || e.approved === null)) {
		e.isBusy = !0, r.button.disabled = !0;
		try {
			let r = await t.till.order("card", e.approved);
			e.approved = null, await t.till.take(r) || await E(t, n, !0);
		} catch (t) {
			Ce.includes(t?.code ?? "") || (e.approved = null);
		} finally {
			e.isBusy = !1, r.button.disabled = !1;
		}
	}
}
// web/kits/fields.ts
var Oe = "/api/payments/nmi/tokenization-key", ke = "CollectJS", Ae = 15e3, D = [
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
], O = null, k = null, je = async (e, t) => {
	let { tokenization_key: n, script: r } = await e.credential(Oe, !1);
	if (k?.isConnected && !t.contains(k) || (O ?? n) !== n) return !1;
	let i = _e(e, t);
	k = i.form;
	try {
		if (await ve(r, e.nonce, {
			tokenizationKey: n,
			variant: "inline"
		}), O = n, k !== i.form) return !1;
		await Me(e, i);
	} catch (e) {
		throw k === i.form && (k = null), e;
	}
	return !0;
};
function Me(e, t) {
	let { till: n, words: r } = e, i = /* @__PURE__ */ new Map(), a = D.map(({ name: e, label: n }) => {
		let { id: i } = t.field(e, r[n]);
		return [e, {
			selector: `#${i}`,
			title: r[n],
			placeholder: ""
		}];
	});
	return new Promise((o) => {
		be(ke).configure({
			variant: "inline",
			paymentSelector: `#${t.button.id}`,
			fields: Object.fromEntries(a),
			fieldsAvailableCallback: o,
			validationCallback: (e, n) => {
				let a = D.find((t) => t.name === e);
				n ? i.delete(e) : i.set(e, a ? r[a.problem] : r.enterAgain), t.problem([...i.values()].join(" "));
			},
			timeoutDuration: Ae,
			timeoutCallback: () => n.fail(/* @__PURE__ */ Error("the fields did not answer")),
			callback: ({ token: n }) => void Ne(e, t, n)
		});
	});
}
async function Ne({ till: e }, { button: t }, n) {
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
var Pe = {
	embed: we,
	fields: je
}, Fe = 8e3;
async function Ie(e, t) {
	let { calls: n, settings: a, stand: o, payment: s } = e, c = o.place("card-form"), l = o.speech(), { language: u, words: d } = l;
	if (e.speak({
		...l,
		words: {
			...d,
			payment_declined: d.card_declined
		}
	}), !await y(Fe, t({
		till: s.till,
		words: d,
		locale: u,
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
function A({ amount: e, currency: t }) {
	let n = new Intl.NumberFormat("en", {
		style: "currency",
		currency: t
	}).resolvedOptions().maximumFractionDigits ?? 0, [r, i = ""] = e.split(".");
	return n === 0 ? r : `${r}.${i.padEnd(n, "0")}`;
}
// web/sdk/wallet/apple-pay.ts
var Le = 4;
function j() {
	return window.ApplePaySession;
}
function Re() {
	try {
		return j()?.canMakePayments() ?? !1;
	} catch {
		return !1;
	}
}
async function ze(e, t, n, r) {
	let i = e.Applepay?.(), a = await i?.config();
	if (!i || !a?.isEligible) return !1;
	let o = b("button", "fairway-apple", {
		type: "button",
		"aria-label": "Pay with Apple Pay",
		lang: "en"
	});
	return o.addEventListener("click", () => Be({
		applepay: i,
		config: a,
		session: n,
		till: r
	})), t.append(o), !0;
}
function Be({ applepay: e, config: t, session: n, till: r }) {
	let { merchant_name: i, currency: a } = n, o = j(), s = new o(Le, {
		countryCode: t.countryCode,
		currencyCode: a,
		merchantCapabilities: t.merchantCapabilities,
		supportedNetworks: t.supportedNetworks,
		total: {
			label: i,
			type: "final",
			amount: A(n)
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
var Ve = {
	layout: "vertical",
	shape: "rect",
	height: 48
};
async function He(e, t, n) {
	let r = e.Buttons?.({
		style: Ve,
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
var Ue = {
	INVALID_NUMBER: "checkNumber",
	INVALID_EXPIRY: "checkExpiry",
	INVALID_CVV: "checkCode",
	INVALID_NAME: "checkName",
	INELIGIBLE_CARD_VENDOR: "notAccepted"
};
async function We(e, t, { words: n }, r) {
	let i = e.CardFields?.({
		createOrder: () => r.order("card"),
		onApprove: async ({ orderID: e }) => {
			await r.take(e);
		},
		onError: r.fail
	});
	if (!i?.isEligible()) return !1;
	let a = b("form", "fairway-card", { "aria-label": n.form }), [o, s, c, l] = [
		"name",
		"number",
		"expiry",
		"cvv"
	].map((e) => b("div", `fairway-field fairway-${e}`)), u = b("button", "fairway-pay", { type: "submit" });
	return u.textContent = n.pay, a.append(s, c, l, o, u), t.append(a), await Promise.all([
		i.NumberField().render(s),
		i.ExpiryField().render(c),
		i.CVVField().render(l),
		i.NameField().render(o)
	]), a.addEventListener("submit", (e) => {
		e.preventDefault(), u.disabled || (u.disabled = !0, Ge(i, n, r).finally(() => {
			u.disabled = !1;
		}));
	}), !0;
}
async function Ge(e, t, n) {
	try {
		await e.submit();
	} catch (e) {
		let i = Ue[e instanceof Error ? e.message : String(e)];
		i ? n.say(t[i]) : e instanceof r || n.fail(e);
	}
}
// web/sdk/wallet/google-pay.ts
var Ke = "https://pay.google.com/gp/p/js/pay.js", qe = 8e3, M = null;
function Je(e) {
	return M ??= C({
		src: Ke,
		limitMs: qe,
		nonce: e
	}).then(() => {
		let { google: e } = window;
		return e.payments.api.PaymentsClient;
	}).catch((e) => {
		throw M = null, e;
	}), M;
}
async function Ye(e, t, { session: n, cspNonce: r }, i) {
	let a = e.Googlepay?.(), o = await a?.config();
	if (!a || !o?.isEligible) return !1;
	let s = new (await (Je(r)))({ environment: n.environment === "live" ? "PRODUCTION" : "TEST" }), { apiVersion: c, apiVersionMinor: l, allowedPaymentMethods: u } = o, d = {
		apiVersion: c,
		apiVersionMinor: l,
		allowedPaymentMethods: u
	};
	return (await s.isReadyToPay(d)).result ? (t.append(s.createButton({
		onClick: () => {
			Xe({
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
async function Xe({ client: e, googlepay: t, config: n, session: r, till: i }) {
	let { apiVersion: a, apiVersionMinor: o, allowedPaymentMethods: s, merchantInfo: c, countryCode: l } = n, { paymentMethodData: u } = await e.loadPaymentData({
		apiVersion: a,
		apiVersionMinor: o,
		allowedPaymentMethods: s,
		merchantInfo: c,
		transactionInfo: {
			totalPriceStatus: "FINAL",
			totalPrice: A(r),
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
var Ze = 8e3, N = /* @__PURE__ */ new Map(), P = 0;
function Qe(e) {
	let t = new URL(e.script);
	t.searchParams.set("components", e.components.join(",")), e.components.includes("card-fields") && $e(t.searchParams);
	let n = `${t.href} ${e.attribution}`, i = N.get(n);
	if (i) return i;
	P += 1;
	let a = `fairwayWallet${P}`, o = F(t.href, a, e).catch(() => F(t.href, a, e)).catch((e) => {
		throw N.delete(n), new r("wallet_sdk_error", "The provider's script could not be loaded", { cause: e });
	});
	return N.set(n, o), o;
}
function $e(e) {
	let t = e.get("disable-funding")?.split(",") ?? [];
	e.set("disable-funding", [...t, "card"].join(","));
}
async function F(e, t, n) {
	let r = {
		namespace: t,
		pageType: "checkout",
		clientToken: n.clientToken,
		...n.attribution === null ? {} : { partnerAttributionId: n.attribution },
		...n.cspNonce ? { cspNonce: n.cspNonce } : {}
	};
	await C({
		src: e,
		limitMs: Ze,
		nonce: n.cspNonce,
		data: r
	});
	let i = window[t];
	if (!i) throw Error("the script defined nothing");
	return i;
}
// web/sdk/wallet/message.ts
async function et(e, t, n) {
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
var tt = 8e3;
async function nt(e, t, n) {
	let { calls: r, settings: a } = e, o = await r.mintOnce();
	if (o.kind !== "ok") throw i(o);
	let s = await Qe({
		script: n,
		components: it(t),
		attribution: t.wallet_partner_attribution_id,
		clientToken: o.body.client_token,
		cspNonce: a.cspNonce
	});
	e.isClosed() || await at(e, t, s);
}
async function rt(e) {
	let t = await e.mintOnce();
	throw t.kind === "ok" ? new r("provider_unsupported", "The provider has no script for this session") : i(t);
}
function it(e) {
	let t = (t, n) => n === "active" && e.supported_funding.includes(t);
	return [
		["buttons", !0],
		["messages", e.pay_later_messaging?.enabled === !0],
		["applepay", t("applepay", e.wallet_apple_pay_status) && Re()],
		["googlepay", t("googlepay", e.wallet_google_pay_status)],
		["card-fields", t("card", e.wallet_acdc_status)]
	].filter(([, e]) => e).map(([e]) => e);
}
async function at(e, t, n) {
	let { stand: i, settings: o, payment: s } = e, { till: c } = s, { cspNonce: l } = o, u = i.place("message"), d = [], f = async (e, t) => {
		let n = i.place(e), r = await y(tt, t(n)).catch((e) => (d.push(e), !1));
		return r || n.remove(), r;
	}, p = [f("buttons", (e) => He(n, e, c)), f("apple-pay", (e) => ze(n, e, t, c))], m = f("google", (e) => Ye(n, e, {
		session: t,
		cspNonce: l
	}, c));
	if (p.push(f("card-form", (e) => We(n, e, i.speech(), c))), et(n, u, t).catch(() => u.remove()), !((await Promise.all(p)).includes(!0) || await m)) throw d.length > 0 ? a(d[0]) : new r("provider_unsupported", "The provider offers no way to pay this session");
}
// web/sdk/words.ts
var I = {
	ways: "Ways to pay",
	loading: "Loading the ways to pay…",
	confirming: "Confirming your payment. Please do not pay again.",
	slow: "This takes longer than usual. Please do not pay again; the shop will tell you how it went.",
	paid: "Payment received. Thank you.",
	canceled: "Nothing was paid. You can try again.",
	again: "Try again",
	elsewhere: "Continue on the payment page",
	lapsed: "The time to pay has run out. What you approved may still be taken: ask the shop before you pay again.",
	not_drawn: "The payment provider had a problem. Please try again.",
	config_error: "This payment cannot be made here. Please contact the shop.",
	origin_not_allowed: "This payment cannot be made here. Please contact the shop.",
	session_expired: "The time to pay has run out. Go back to the shop to begin again.",
	session_completed: "This order is paid already.",
	provider_unsupported: "This payment cannot be made on this page.",
	rate_limited: "Too many attempts. Wait a minute, then try again.",
	payment_declined: "The payment was declined. Choose another way to pay.",
	card_declined: "The card was declined. Try another card.",
	capture_pending: "Your payment is being reviewed. Please do not pay again.",
	wallet_sdk_error: "The payment provider had a problem. Please try again.",
	network_error: "There is no connection at the moment. Please try again.",
	form: "Pay by card",
	number: "Card number",
	expiry: "Expiry (MM/YY)",
	code: "Security code",
	pay: "Pay by card",
	checkNumber: "Check the card number.",
	checkExpiry: "Check the expiry date.",
	checkCode: "Check the security code.",
	checkName: "Check the name on the card.",
	notAccepted: "This kind of card is not accepted here.",
	enterAgain: "Please reload the page and enter the card again."
}, L = {
	language: "en",
	direction: "ltr",
	words: I
};
function ot({ language: e = "en", direction: t = "ltr", words: n }) {
	return n ? {
		language: e,
		direction: t,
		words: {
			...I,
			...n
		}
	} : L;
}
// web/sdk/open.ts
var st = ["provider_unsupported", "wallet_sdk_error"], R = 3e4, ct = 2 ** 31 - 1, lt = [
	"paid",
	"completed",
	"expired",
	"failed"
];
async function z(e, t = !1) {
	let { teller: n, stand: r, payment: i } = e;
	r.retry(null), r.clear(), r.say(""), n.turn("loading");
	let o = { session: null };
	try {
		await ut(e, o);
	} catch (s) {
		if (e.isClosed()) return;
		let c = a(s);
		i.stop(c, o.session), c.retryable && r.retry(() => void z(e, !0)), o.session && st.includes(c.code) && r.elsewhere(o.session.checkout_url), c.code === "rate_limited" && !t && e.later("open", he(), () => {
			n.state() === "failed" && z(e, !0);
		});
	}
}
async function ut(e, t) {
	let { calls: n, payment: r, teller: a, stand: o } = e, [s, c] = await Promise.all([n.read(), n.readKit()]);
	if (e.isClosed()) return;
	if (c.kind === "ok" && e.speak(ot(c.body)), s.kind !== "ok") throw i(s);
	if (c.kind !== "ok") throw i(c);
	let l = t.session = s.body;
	dt(l, e.settings), l.status === "capturing" ? await r.settle(l.payment?.provider_order_id ?? null) : (o.say(o.speech().words.loading), await ft(e, l, c.body), e.isClosed() || (o.say(""), o.offer(!0), pt(e, l), a.turn("ready"), a.ready()));
}
function dt({ status: e, environment: t, vault_setup: n }, i) {
	if (t === "live" != (i.environment === "live")) throw new r("config_error", `the session is of a ${t} deployment, and environment is ${i.environment}`);
	if (e === "completed") throw new r("session_completed", "The session is completed");
	if (e === "expired") throw new r("session_expired", "The session has expired");
	if (n) throw new r("provider_unsupported", "A way to pay is saved on its checkout_url alone");
}
async function ft(e, t, { kit: n, script: i }) {
	let a = Pe[n ?? ""];
	if (a) await Ie(e, a);
	else if (n !== "buttons") throw new r("provider_unsupported", "This session is paid on its checkout_url alone");
	else i === null ? await rt(e.calls) : await nt(e, t, i);
}
function pt(e, { expires_at: t }) {
	let n = new Date(t).getTime() - Date.now(), r = Math.min(Math.max(n, R / 30), ct);
	e.later("look", r, () => void B(e));
}
async function B(e) {
	let { calls: t, payment: n, teller: i } = e;
	if (lt.includes(i.state())) return;
	let a = i.state() === "ready" ? await t.read() : null;
	e.isClosed() || (a?.kind === "ok" && a.body.status === "expired" && i.state() === "ready" ? n.stop(new r("session_expired", "The session has expired"), a.body) : e.later("look", R, () => void B(e)));
}
// web/common/next-step.ts
function mt({ status: e, payment: t }, n) {
	if (e === "completed") return "paid";
	let r = t !== null && (n === null || t.provider_order_id === n);
	return e === "capturing" ? r && t.status === "pending" ? "pending" : "unknown" : r && (t.status === "created" || t.status === "approved") ? { capture: t.provider_order_id } : "open";
}
// web/common/settle.ts
var ht = 40, gt = 3;
async function _t(e, t) {
	let n = await e.capture(t);
	return n.kind === "refused" && n.status === 429 && (await v(he()), n = await e.capture(t)), H(n) ?? V(e, t, vt(n));
}
async function V(e, t, n = null) {
	let r = n, i = gt;
	for (let n = 0; n < ht && e.isWaiting(); n += 1) {
		let a = await e.read(), o = a.kind === "ok" ? mt(a.body, t) : null;
		if (a.kind !== "ok" || o === null) e.awaits(null);
		else if (o === "paid") return yt(a.body);
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
			let t = await e.capture(o.capture), n = H(t);
			if (n) return n;
			r = vt(t);
		}
		await v(me(n));
	}
	return { kind: "unknown" };
}
function H(e) {
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
function vt(e) {
	if (e.kind !== "refused" || e.status !== 409) return null;
	let n = e.body?.code, r = t(e.status, typeof n == "string" ? n : "");
	return r === "payment_declined" || r === "wallet_sdk_error" ? e : null;
}
function yt({ payment: e }) {
	return {
		kind: "paid",
		orderId: e?.provider_order_id ?? null,
		captureId: e?.provider_capture_id ?? null
	};
}
// web/common/session-api.ts
var bt = 45e3;
function xt(e) {
	return {
		read: () => U(e, "GET"),
		mintClientToken: () => U(`${e}/client-token`, "POST"),
		createOrder: (t, n, r = null) => U(`${e}/orders`, "POST", {
			...t === null ? {} : { funding_source: t },
			...n === void 0 ? {} : { payment_token: n },
			...r === null ? {} : { buyer_email: r }
		}),
		capture: (t) => U(`${e}/orders/${encodeURIComponent(t)}/capture`, "POST", {})
	};
}
async function U(e, t, n) {
	try {
		let r = await fetch(e, {
			method: t,
			credentials: "omit",
			cache: "no-store",
			signal: AbortSignal.timeout(bt),
			...n === void 0 ? {} : {
				headers: { "content-type": "application/json" },
				body: JSON.stringify(n)
			}
		}), { status: i, ok: a } = r;
		if (a) return {
			kind: "ok",
			body: await r.json()
		};
		let o = r.headers.get("x-request-id");
		return {
			kind: "refused",
			status: i,
			body: await r.json().catch(() => null),
			requestId: o
		};
	} catch {
		return { kind: "lost" };
	}
}
// web/sdk/session.ts
function St({ payment: e }) {
	return e?.status === "approved";
}
function Ct({ base: e, sessionId: t, locale: n }) {
	let r = n ? `?locale=${encodeURIComponent(n)}` : "", i = xt(`${e}/api/checkout-sessions/${t}`);
	return {
		...i,
		read: () => i.read(),
		readKit: () => U(`${e}/sdk/sessions/${t}/kit${r}`, "GET"),
		mintOnce: () => G(`${e} ${t}`, i.mintClientToken),
		credential: (n, r) => {
			let i = `${e}${n} ${t}`;
			return r && W.delete(i), G(i, () => U(e + n, "POST", { checkout_session_id: t }));
		}
	};
}
var W = /* @__PURE__ */ new Map();
function G(e, t) {
	let n = W.get(e);
	if (n) return n;
	let r = t().then((t) => (t.kind !== "ok" && W.delete(e), t));
	return W.set(e, r), r;
}
// web/sdk/payment.ts
function wt(e) {
	let t = {
		...e,
		hasTold: !1
	};
	return {
		till: {
			mayBegin: () => !0,
			begin: () => K(t),
			order: (e, n) => Tt(t, e, n),
			take: (e) => Et(t, e),
			leave: () => Mt(t),
			decline: () => {
				J(t) && Y(t, new r("payment_declined", "The provider declined"));
			},
			fail: (e) => Nt(t, e),
			say: t.stand.say
		},
		settle: (e) => q(t, e),
		stop: (e, n) => X(t, e, n)
	};
}
function K(e) {
	e.hasTold = !1, e.stand.say(""), e.teller.turn("approving");
}
async function Tt(e, t, n) {
	K(e);
	let r = await e.calls.createOrder(t, n);
	if (r.kind === "ok") return r.body.order_id;
	e.hasTold = !0;
	let a = i(r);
	throw a.code === "capture_pending" ? q(e, null) : a.retryable ? Y(e, a) : X(e, a, null), a;
}
async function Et(e, t) {
	return !e.teller.isSilent() && (jt(e), Ot(e, await _t(Dt(e), t)));
}
async function q(e, t) {
	return jt(e), Ot(e, await V(Dt(e), t));
}
function Dt(e) {
	return {
		read: e.calls.read,
		capture: e.calls.capture,
		awaits: (t) => {
			t === "pending" && At(e);
		},
		isWaiting: () => !e.teller.isSilent()
	};
}
function Ot(e, t) {
	switch (t.kind) {
		case "paid": {
			let { orderId: n, captureId: i } = t;
			return n !== null && i !== null ? kt(e, {
				orderId: n,
				captureId: i
			}) : (X(e, new r("session_completed", "The session is completed"), null), !1);
		}
		case "open": return t.session.status === "expired" ? X(e, new r("session_expired", "The session has expired"), t.session) : Y(e, new r("payment_declined", "The payment was not taken")), !1;
		case "refused": {
			let n = i(t.answer);
			return n.retryable ? Y(e, n) : X(e, n, null), !1;
		}
		case "unknown": return Z(e, "slow"), e.teller.error(new r("network_error", "It is not known yet whether the payment was taken")), !1;
	}
}
function kt(e, { orderId: t, captureId: n }) {
	let r = {
		sessionId: e.sessionId,
		orderId: t,
		captureId: n
	};
	return e.paid(r), e.stand.offer(!1), Z(e, "paid"), e.teller.turn("paid"), e.teller.approve(r), !0;
}
function At(e) {
	e.teller.state() !== "pending" && (Z(e, "capture_pending"), e.teller.turn("pending"), e.teller.error(new r("capture_pending", "The provider holds the payment for review")));
}
function jt(e) {
	e.stand.retry(null), e.stand.offer(!1), Z(e, "confirming"), e.teller.turn("confirming");
}
function Mt(e) {
	J(e) && (Z(e, "canceled"), e.teller.turn("ready"), e.teller.cancel());
}
function J({ teller: e }) {
	return e.state() === "ready" || e.state() === "approving";
}
function Nt(e, t) {
	t instanceof r || e.hasTold || !J(e) || Y(e, new r("wallet_sdk_error", `The provider's script: ${t instanceof Error ? t.message : String(t)}`, { cause: t }));
}
function Y(e, t) {
	e.stand.offer(!0), Z(e, t.code), e.teller.turn("ready"), e.teller.error(t);
}
function X(e, t, n) {
	e.stand.offer(!1), Z(e, Pt(t, n));
	let r = {
		session_expired: "expired",
		session_completed: "completed"
	};
	e.teller.turn(t.code in r ? r[t.code] : "failed"), t.code === "session_expired" && e.teller.expired(), e.teller.error(t);
}
function Pt({ code: e }, t) {
	return e === "session_expired" && t && St(t) ? "lapsed" : e === "wallet_sdk_error" ? "not_drawn" : e;
}
function Z({ stand: e }, t) {
	e.say(e.speech().words[t]);
}
// web/sdk/stand.ts
var Ft = "\n.fairway { display: grid; gap: 12px; font: 16px/1.5 system-ui, sans-serif; }\n.fairway[hidden], .fairway [hidden] { display: none; }\n.fairway-ways, .fairway-card { display: grid; gap: 12px; }\n.fairway-card { grid-template-columns: 1fr 1fr; align-items: end; }\n.fairway-number, .fairway-name, .fairway-pay, .fairway-all, .fairway-ccnumber, .fairway-problem { grid-column: 1 / -1; }\n.fairway-field iframe { display: block; width: 100%; border: 0; }\n.fairway-ccnumber iframe, .fairway-ccexp iframe, .fairway-cvv iframe { height: 52px; }\n.fairway-problem { margin: 0; }\n.fairway-problem:empty { display: none; }\n.fairway-status { margin: 0; }\n.fairway-status:empty { display: none; }\n.fairway button { font: inherit; min-height: 48px; border-radius: 4px; cursor: pointer; }\n.fairway-after { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 20px; }\n.fairway-after:empty { display: none; }\n.fairway-retry { padding: 0 24px; }\n.fairway-elsewhere { padding: 10px 0; }\n.fairway-pay, .fairway-retry { border: 1px solid #8a8a8a; background: #1a1a1a; color: #fff; }\n.fairway-pay:disabled { opacity: 0.6; cursor: default; }\n.fairway button:focus-visible, .fairway a:focus-visible { outline: 3px solid #0a58ca; outline-offset: 2px; }\n.fairway-apple { width: 100%; border: 0; background: #000; -webkit-appearance: -apple-pay-button; appearance: -apple-pay-button;\n  -apple-pay-button-style: black; -apple-pay-button-type: plain; }\n@supports not (appearance: -apple-pay-button) { .fairway-apple::before { content: \"Apple Pay\"; color: #fff; } }\n.fairway-google button { width: 100%; }\n@media (forced-colors: active) { .fairway button { border: 1px solid ButtonText; } }\n";
function It(e, t) {
	S(Ft);
	let n = b("div", "fairway"), r = b("div", "fairway-ways", { role: "group" }), i = b("p", "fairway-status", {
		role: "status",
		"aria-live": "polite"
	}), a = b("div", "fairway-after");
	n.append(i, r, a), e.append(n);
	let o = t, s = (e) => {
		o = e, n.lang = e.language, n.dir = e.direction, r.setAttribute("aria-label", e.words.ways);
	};
	return s(t), {
		root: n,
		speech: () => o,
		speak: s,
		place: (e) => {
			let t = b("div", `fairway-${e}`);
			return r.append(t), t;
		},
		clear: () => r.replaceChildren(),
		offer: (e) => {
			r.hidden = !e;
		},
		say: (e) => {
			i.textContent = e;
		},
		retry: (e) => {
			if (a.replaceChildren(), !e) return;
			let t = b("button", "fairway-retry", { type: "button" });
			t.textContent = o.words.again, t.addEventListener("click", e), a.append(t);
		},
		elsewhere: (e) => {
			let t = b("a", "fairway-elsewhere", { href: e });
			t.textContent = o.words.elsewhere, a.append(t);
		}
	};
}
// web/sdk/teller.ts
function Lt(e) {
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
function Rt(e) {
	let t = {
		settings: h(e),
		approval: null,
		speech: L
	}, n = Lt(t.settings.callbacks);
	return ie(n, (e) => zt(t, n, e));
}
function zt(e, t, n) {
	let r = It(n, e.speech), i = /* @__PURE__ */ new Map(), a = !1, o = {
		root: r.root,
		isFrame: !1,
		close: () => {
			a = !0;
			for (let e of i.values()) clearTimeout(e);
			r.root.remove();
		}
	};
	if (e.approval) return r.say(e.speech.words.paid), o;
	let { settings: s } = e, c = Ct({
		...s,
		locale: s.locale || document.documentElement.lang
	});
	return z({
		settings: s,
		calls: c,
		teller: t,
		stand: r,
		payment: wt({
			sessionId: s.sessionId,
			calls: c,
			teller: t,
			stand: r,
			paid: (t) => {
				e.approval = t;
			}
		}),
		speak: (t) => {
			e.speech = t, r.speak(t);
		},
		isClosed: () => a,
		later: (e, t, n) => {
			a || (clearTimeout(i.get(e)), i.set(e, window.setTimeout(n, t)));
		}
	}), o;
}
// web/common/frame-messages.ts
var Q = "fairway", Bt = 1, Vt = [
	"ready",
	"resize",
	"state",
	"approve",
	"cancel",
	"expired",
	"error",
	"init"
];
function Ht(e) {
	return {
		source: Q,
		version: Bt,
		...e
	};
}
function Ut(e) {
	let t = e;
	return typeof t != "object" || t?.source !== Q ? null : t.version === Bt ? Vt.includes(t.type) ? t : null : "other version";
}
// web/sdk/embed.ts
var Wt = 15e3, Gt = 200, Kt = 1e4, qt = [
	"light",
	"dark",
	"auto"
], Jt = "payment *; publickey-credentials-get *; clipboard-write", Yt = `.fairway-frame { display: block; width: 100%; height: ${Gt}px; border: 0; color-scheme: auto; }
.fairway-frame[hidden] { display: none; }`;
function Xt(e) {
	let t = h(e), { theme: n } = e;
	if (n !== void 0 && !qt.includes(n)) throw g("theme is light, dark or auto");
	let r = Lt(t.callbacks);
	return ie(r, (n) => $t({
		settings: t,
		options: e,
		teller: r
	}, n));
}
function Zt({ base: e, sessionId: t, locale: n }, r) {
	let i = new URLSearchParams({
		...n && { locale: n },
		...r !== "auto" && { theme: r }
	}).toString();
	return `${e}/embed/${t}${i && `?${i}`}`;
}
function Qt(e) {
	let t = getComputedStyle(e).colorScheme.split(" ");
	return t.includes("dark") ? t.includes("light") ? "auto" : "dark" : "light";
}
function $t(e, t) {
	let { settings: n, options: r, teller: i } = e;
	S(Yt);
	let a = b("iframe", "fairway-frame", {
		src: Zt(n, r.theme ?? Qt(t)),
		title: r.title ?? "Secure payment",
		allow: Jt,
		referrerpolicy: "strict-origin"
	}), o = null, s = () => {
		o && (o.onmessage = null), o?.close();
	}, c = window.setTimeout(() => $(i, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), Wt), l = () => {
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
			clearTimeout(c), en(u, Ut(e));
		};
		let t = Ht({
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
function en(e, t) {
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
				let e = Math.min(Math.max(Number(t.height) || 0, Gt), Kt);
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
			default: !e.isHushed && i.state() !== "paid" && tn(i, t);
		}
	}
}
function tn(e, t) {
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
var nn = "1.0.0";
// web/sdk/entries/fairway.ts
ee(import.meta.url);
export { r as CheckoutError, Rt as checkout, Xt as embed, nn as version };
