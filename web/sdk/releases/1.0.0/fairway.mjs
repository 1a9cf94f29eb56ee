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
], r = "Fairway could not be reached: there is no connection, or this page's policy (connect-src) leaves it out", i = class extends Error {
	code;
	retryable;
	status;
	requestId;
	constructor(e, t, r = {}) {
		super(t, r.cause === void 0 ? void 0 : { cause: r.cause }), this.name = "CheckoutError", this.code = e, this.retryable = n.includes(e), this.status = r.status ?? null, this.requestId = r.requestId ?? null;
	}
};
function a(e) {
	if (e.kind === "lost") return new i("network_error", r);
	let { status: n, requestId: a } = e;
	return new i(t(n, l(e.body, "code")), s(e), {
		status: n,
		requestId: a
	});
}
function o(e) {
	return e instanceof i ? e : new i("wallet_sdk_error", `The ways to pay could not be drawn: ${e instanceof Error ? e.message : String(e)}`, { cause: e });
}
function s({ status: e, body: t }) {
	return `${e}: ${l(t, "detail") || l(t, "error") || c(t) || "Fairway refused"}${e === 403 ? "; look at the merchant's readiness first, then at allowed_origins" : ""}`;
}
function c(e) {
	let { detail: t } = e ?? {}, [n] = Array.isArray(t) ? t : [];
	return n ? `${(n.loc ?? []).join(".")}: ${String(n.msg)}` : "";
}
function l(e, t) {
	let n = e?.[t];
	return typeof n == "string" ? n : "";
}
// web/sdk/options.ts
var u = /^cs_[A-Za-z0-9]{10,60}$/, d = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/, f = [
	"onReady",
	"onStateChange",
	"onApprove",
	"onCancel",
	"onError",
	"onExpired"
], p = [
	...f,
	"onResize",
	"sessionId",
	"environment",
	"baseUrl",
	"cspNonce",
	"locale",
	"theme",
	"title"
], m = () => void 0, h = null;
function ee(e) {
	let t = e?.lastIndexOf("/sdk/") ?? -1;
	t > 0 && (h = e.slice(0, t));
}
function g(e) {
	let { sessionId: t, environment: n, baseUrl: r, cspNonce: i, locale: a } = e ?? {};
	if (n !== "live" && n !== "sandbox") throw _(`environment is live or sandbox, not ${JSON.stringify(n) ?? "left out"}`);
	if (typeof t != "string" || !u.test(t)) throw _("sessionId is the id of a checkout session, cs_…");
	for (let t of f) if (typeof (e[t] ?? m) != "function") throw _(`${t} is a function`);
	for (let t of Object.keys(e)) p.includes(t) || console.warn(`Fairway: there is no option ${t}`);
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
	let n = e ?? h;
	if (n === null) throw _("baseUrl is needed where the script was not loaded from your Fairway");
	let r;
	try {
		r = new URL(n);
	} catch (e) {
		throw _("baseUrl is no address", e);
	}
	let i = t === "sandbox" && r.protocol === "http:" && d.test(r.hostname);
	if (r.protocol !== "https:" && !i) throw _("baseUrl begins with https://");
	return r.origin + r.pathname.replace(/\/+$/, "");
}
function _(e, t) {
	return new i("config_error", e, { cause: t });
}
function ne(e) {
	let t = typeof e == "string" ? document.querySelector(e) : e;
	if (t instanceof Element) return t;
	throw _(`mount needs an element; ${typeof e == "string" ? `${e} finds none` : "that is none"}`);
}
// web/sdk/life.ts
var v = [
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
			if (r) throw _("this checkout was destroyed; make another");
			let i = ne(e);
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
function ae(e, t) {
	let n = null, r = !1, i = 0, a = () => {
		clearTimeout(i), n && t(n), n = null, r = !1;
	};
	return e.watch((e) => {
		clearTimeout(i);
		let t = r ? e === "paid" : !v.includes(e);
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
function ge(e) {
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
function _e(e) {
	if (x.has(e)) return;
	x.add(e);
	let t = new CSSStyleSheet();
	t.replaceSync(e), document.adoptedStyleSheets.push(t);
}
// web/common/insert-script.ts
function S({ src: e, limitMs: t, nonce: n, integrity: r, data: i }) {
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
var ve = 8e3, C = 0;
function w({ words: e, buttonClass: t }, n) {
	C += 1;
	let r = b("div", "fairway-card-group", {
		role: "group",
		"aria-label": e.form
	}), i = b("form", "fairway-card"), a = b("button", t, {
		type: "submit",
		id: `fairway-pay-${C}`
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
			let r = b("div", "fairway-frame-place", { id: `fairway-${e}-${C}` });
			return n.append(r), o.before(n), r;
		},
		problem: (e) => {
			o.textContent = e;
		}
	};
}
var T = /* @__PURE__ */ new Map();
function E(e, t, n = {}) {
	let r = T.get(e);
	if (r) return r;
	let i = () => S({
		src: e,
		limitMs: ve,
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
], we = async (e, t) => (await D(e, t, !1), await ye(t), !0);
async function D(e, t, n) {
	let r = await e.credential(xe, n);
	await E(r.script, e.nonce);
	let i = w(e, t), a = {
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
			a.approved = e, O(a);
		}
	});
}
function Te(e, t) {
	t.preventDefault(), e.isUsed = !0, e.counter.till.mayBegin() ? e.isBusy || e.approved !== null ? (t.stopImmediatePropagation(), O(e)) : e.isValid && e.counter.till.begin() : t.stopImmediatePropagation();
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
			D(r, a, !0).catch(() => i.problem(s.enterAgain));
			return;
	}
}
async function O(e) {
	let { counter: t, place: n, card: r } = e;
	if (!(e.isBusy || e.approved === null)) {
		e.isBusy = !0, r.button.disabled = !0;
		try {
			let r = await t.till.order("card", e.approved);
			e.approved = null, await t.till.take(r) || await D(t, n, !0);
		} catch (t) {
			Ce.includes(t?.code ?? "") || (e.approved = null);
		} finally {
			e.isBusy = !1, r.button.disabled = !1;
		}
	}
}
// web/kits/fields.ts
var De = "/api/payments/nmi/tokenization-key", Oe = "CollectJS", ke = 15e3, k = [
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
], A = null, j = null, Ae = async (e, t) => {
	let { tokenization_key: n, script: r } = await e.credential(De, !1);
	if (j?.isConnected && !t.contains(j) || (A ?? n) !== n) return !1;
	let i = w(e, t);
	j = i.form;
	try {
		if (await E(r, e.nonce, {
			tokenizationKey: n,
			variant: "inline"
		}), A = n, j !== i.form) return !1;
		await je(e, i);
	} catch (e) {
		throw j === i.form && (j = null), e;
	}
	return !0;
};
function je(e, t) {
	let { till: n, words: r } = e, i = /* @__PURE__ */ new Map(), a = k.map(({ name: e, label: n }) => {
		let { id: i } = t.field(e, r[n]);
		return [e, {
			selector: `#${i}`,
			title: r[n],
			placeholder: ""
		}];
	});
	return new Promise((o) => {
		be(Oe).configure({
			variant: "inline",
			paymentSelector: `#${t.button.id}`,
			fields: Object.fromEntries(a),
			fieldsAvailableCallback: o,
			validationCallback: (e, n) => {
				let a = k.find((t) => t.name === e);
				n ? i.delete(e) : i.set(e, a ? r[a.problem] : r.enterAgain), t.problem([...i.values()].join(" "));
			},
			timeoutDuration: ke,
			timeoutCallback: () => n.fail(/* @__PURE__ */ Error("the fields did not answer")),
			callback: ({ token: n }) => void Me(e, t, n)
		});
	});
}
async function Me({ till: e }, { button: t }, n) {
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
var Ne = {
	embed: we,
	fields: Ae
}, Pe = 8e3;
async function Fe(e, t) {
	let { calls: n, settings: r, stand: o, payment: s } = e, c = o.place("card-form"), l = o.speech(), { language: u, words: d } = l;
	if (e.speak({
		...l,
		words: {
			...d,
			payment_declined: d.card_declined
		}
	}), !await y(Pe, t({
		till: s.till,
		words: d,
		locale: u,
		buttonClass: "fairway-pay",
		nonce: r.cspNonce,
		credential: async (e, t) => {
			let r = await n.credential(e, t);
			if (r.kind !== "ok") throw a(r);
			return r.body;
		}
	}, c))) throw new i("provider_unsupported", "The provider's fields stand on this page already");
}
// web/sdk/wallet/payable.ts
function M({ amount: e, currency: t }) {
	let n = new Intl.NumberFormat("en", {
		style: "currency",
		currency: t
	}).resolvedOptions().maximumFractionDigits ?? 0, [r, i = ""] = e.split(".");
	return n === 0 ? r : `${r}.${i.padEnd(n, "0")}`;
}
// web/sdk/wallet/apple-pay.ts
var Ie = 4;
function N() {
	return window.ApplePaySession;
}
function Le() {
	try {
		return N()?.canMakePayments() ?? !1;
	} catch {
		return !1;
	}
}
async function Re(e, t, n, r) {
	let i = e.Applepay?.(), a = await i?.config();
	if (!i || !a?.isEligible) return !1;
	let o = b("button", "fairway-apple", {
		type: "button",
		"aria-label": "Pay with Apple Pay",
		lang: "en"
	});
	return o.addEventListener("click", () => ze({
		applepay: i,
		config: a,
		session: n,
		till: r
	})), t.append(o), !0;
}
function ze({ applepay: e, config: t, session: n, till: r }) {
	let { merchant_name: i, currency: a } = n, o = N(), s = new o(Ie, {
		countryCode: t.countryCode,
		currencyCode: a,
		merchantCapabilities: t.merchantCapabilities,
		supportedNetworks: t.supportedNetworks,
		total: {
			label: i,
			type: "final",
			amount: M(n)
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
var Be = {
	layout: "vertical",
	shape: "rect",
	height: 48
};
async function Ve(e, t, n) {
	let r = e.Buttons?.({
		style: Be,
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
var He = {
	INVALID_NUMBER: "checkNumber",
	INVALID_EXPIRY: "checkExpiry",
	INVALID_CVV: "checkCode",
	INVALID_NAME: "checkName",
	INELIGIBLE_CARD_VENDOR: "notAccepted"
};
async function Ue(e, t, { words: n }, r) {
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
		e.preventDefault(), u.disabled || (u.disabled = !0, We(i, n, r).finally(() => {
			u.disabled = !1;
		}));
	}), !0;
}
async function We(e, t, n) {
	try {
		await e.submit();
	} catch (e) {
		let r = He[e instanceof Error ? e.message : String(e)];
		r ? n.say(t[r]) : e instanceof i || n.fail(e);
	}
}
// web/sdk/wallet/google-pay.ts
var Ge = "https://pay.google.com/gp/p/js/pay.js", Ke = 8e3, P = null;
function qe(e) {
	return P ??= S({
		src: Ge,
		limitMs: Ke,
		nonce: e
	}).then(() => {
		let { google: e } = window;
		return e.payments.api.PaymentsClient;
	}).catch((e) => {
		throw P = null, e;
	}), P;
}
async function Je(e, t, { session: n, cspNonce: r }, i) {
	let a = e.Googlepay?.(), o = await a?.config();
	if (!a || !o?.isEligible) return !1;
	let s = new (await (qe(r)))({ environment: n.environment === "live" ? "PRODUCTION" : "TEST" }), { apiVersion: c, apiVersionMinor: l, allowedPaymentMethods: u } = o, d = {
		apiVersion: c,
		apiVersionMinor: l,
		allowedPaymentMethods: u
	};
	return (await s.isReadyToPay(d)).result ? (t.append(s.createButton({
		onClick: () => {
			Ye({
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
async function Ye({ client: e, googlepay: t, config: n, session: r, till: i }) {
	let { apiVersion: a, apiVersionMinor: o, allowedPaymentMethods: s, merchantInfo: c, countryCode: l } = n, { paymentMethodData: u } = await e.loadPaymentData({
		apiVersion: a,
		apiVersionMinor: o,
		allowedPaymentMethods: s,
		merchantInfo: c,
		transactionInfo: {
			totalPriceStatus: "FINAL",
			totalPrice: M(r),
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
var Xe = 8e3, F = /* @__PURE__ */ new Map(), I = 0;
function Ze(e) {
	let t = new URL(e.script);
	t.searchParams.set("components", e.components.join(",")), e.components.includes("card-fields") && Qe(t.searchParams);
	let n = `${t.href} ${e.attribution}`, r = F.get(n);
	if (r) return r;
	I += 1;
	let a = `fairwayWallet${I}`, o = L(t.href, a, e).catch(() => L(t.href, a, e)).catch((e) => {
		throw F.delete(n), new i("wallet_sdk_error", "The provider's script could not be loaded", { cause: e });
	});
	return F.set(n, o), o;
}
function Qe(e) {
	let t = e.get("disable-funding")?.split(",") ?? [];
	e.set("disable-funding", [...t, "card"].join(","));
}
async function L(e, t, n) {
	let r = {
		namespace: t,
		pageType: "checkout",
		clientToken: n.clientToken,
		...n.attribution === null ? {} : { partnerAttributionId: n.attribution },
		...n.cspNonce ? { cspNonce: n.cspNonce } : {}
	};
	await S({
		src: e,
		limitMs: Xe,
		nonce: n.cspNonce,
		data: r
	});
	let i = window[t];
	if (!i) throw Error("the script defined nothing");
	return i;
}
// web/sdk/wallet/message.ts
async function $e(e, t, n) {
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
var et = 8e3;
async function tt(e, t, n) {
	let { calls: r, settings: i } = e, o = await r.mintOnce();
	if (o.kind !== "ok") throw a(o);
	let s = await Ze({
		script: n,
		components: rt(t),
		attribution: t.wallet_partner_attribution_id,
		clientToken: o.body.client_token,
		cspNonce: i.cspNonce
	});
	e.isClosed() || await it(e, t, s);
}
async function nt(e) {
	let t = await e.mintOnce();
	throw t.kind === "ok" ? new i("provider_unsupported", "The provider has no script for this session") : a(t);
}
function rt(e) {
	let t = (t, n) => n === "active" && e.supported_funding.includes(t);
	return [
		["buttons", !0],
		["messages", e.pay_later_messaging?.enabled === !0],
		["applepay", t("applepay", e.wallet_apple_pay_status) && Le()],
		["googlepay", t("googlepay", e.wallet_google_pay_status)],
		["card-fields", t("card", e.wallet_acdc_status)]
	].filter(([, e]) => e).map(([e]) => e);
}
async function it(e, t, n) {
	let { stand: r, settings: a, payment: s } = e, { till: c } = s, { cspNonce: l } = a, u = r.place("message"), d = [], f = async (e, t) => {
		let n = r.place(e), i = await y(et, t(n)).catch((e) => (d.push(e), !1));
		return i || n.remove(), i;
	}, p = [f("buttons", (e) => Ve(n, e, c)), f("apple-pay", (e) => Re(n, e, t, c))], m = f("google", (e) => Je(n, e, {
		session: t,
		cspNonce: l
	}, c));
	if (p.push(f("card-form", (e) => Ue(n, e, r.speech(), c))), $e(n, u, t).catch(() => u.remove()), !((await Promise.all(p)).includes(!0) || await m)) throw d.length > 0 ? o(d[0]) : new i("provider_unsupported", "The provider offers no way to pay this session");
}
// web/sdk/words.ts
var R = {
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
}, z = {
	language: "en",
	direction: "ltr",
	words: R
};
function at({ language: e = "en", direction: t = "ltr", words: n }) {
	return n ? {
		language: e,
		direction: t,
		words: {
			...R,
			...n
		}
	} : z;
}
// web/sdk/open.ts
var ot = ["provider_unsupported", "wallet_sdk_error"], B = 3e4, st = 2 ** 31 - 1, ct = [
	"paid",
	"completed",
	"expired",
	"failed"
];
async function V(e, t = !1) {
	let { teller: n, stand: r, payment: i } = e;
	r.retry(null), r.clear(), r.say(""), n.turn("loading");
	let a = { session: null };
	try {
		await lt(e, a);
	} catch (s) {
		if (e.isClosed()) return;
		let c = o(s);
		i.stop(c, a.session), c.retryable && r.retry(() => void V(e, !0)), a.session && ot.includes(c.code) && r.elsewhere(a.session.checkout_url), c.code === "rate_limited" && !t && e.later("open", he(), () => {
			n.state() === "failed" && V(e, !0);
		});
	}
}
async function lt(e, t) {
	let { calls: n, payment: r, teller: i, stand: o } = e, [s, c] = await Promise.all([n.read(), n.readKit()]);
	if (e.isClosed()) return;
	if (c.kind === "ok" && e.speak(at(c.body)), s.kind !== "ok") throw a(s);
	if (c.kind !== "ok") throw a(c);
	let l = t.session = s.body;
	ut(l, e.settings), l.status === "capturing" ? await r.settle(l.payment?.provider_order_id ?? null) : (o.say(o.speech().words.loading), await dt(e, l, c.body), e.isClosed() || (o.say(""), o.offer(!0), ft(e, l), i.turn("ready"), i.ready()));
}
function ut({ status: e, environment: t, vault_setup: n }, r) {
	if (t === "live" != (r.environment === "live")) throw new i("config_error", `the session is of a ${t} deployment, and environment is ${r.environment}`);
	if (e === "completed") throw new i("session_completed", "The session is completed");
	if (e === "expired") throw new i("session_expired", "The session has expired");
	if (n) throw new i("provider_unsupported", "A way to pay is saved on its checkout_url alone");
}
async function dt(e, t, { kit: n, script: r }) {
	let a = Ne[n ?? ""];
	if (a) await Fe(e, a);
	else if (n !== "buttons") throw new i("provider_unsupported", "This session is paid on its checkout_url alone");
	else r === null ? await nt(e.calls) : await tt(e, t, r);
}
function ft(e, { expires_at: t }) {
	let n = new Date(t).getTime() - Date.now(), r = Math.min(Math.max(n, B / 30), st);
	e.later("look", r, () => void H(e));
}
async function H(e) {
	let { calls: t, payment: n, teller: r } = e;
	if (ct.includes(r.state())) return;
	let a = r.state() === "ready" ? await t.read() : null;
	e.isClosed() || (a?.kind === "ok" && a.body.status === "expired" && r.state() === "ready" ? n.stop(new i("session_expired", "The session has expired"), a.body) : e.later("look", B, () => void H(e)));
}
// web/common/next-step.ts
function pt({ status: e, payment: t }, n) {
	if (e === "completed") return "paid";
	let r = t !== null && (n === null || t.provider_order_id === n);
	return e === "capturing" ? r && t.status === "pending" ? "pending" : "unknown" : r && (t.status === "created" || t.status === "approved") ? { capture: t.provider_order_id } : "open";
}
// web/common/settle.ts
var mt = 40, ht = 3;
async function gt(e, t) {
	let n = await e.capture(t);
	return n.kind === "refused" && n.status === 429 && (await ge(he()), n = await e.capture(t)), U(n) ?? _t(e, t, W(n));
}
async function _t(e, t, n = null) {
	let r = n, i = ht;
	for (let n = 0; n < mt && e.isWaiting(); n += 1) {
		let a = await e.read(), o = a.kind === "ok" ? pt(a.body, t) : null;
		if (a.kind !== "ok" || o === null) e.awaits(null);
		else if (o === "paid") return vt(a.body);
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
			let t = await e.capture(o.capture), n = U(t);
			if (n) return n;
			r = W(t);
		}
		await ge(me(n));
	}
	return { kind: "unknown" };
}
function U(e) {
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
function W(e) {
	if (e.kind !== "refused" || e.status !== 409) return null;
	let n = e.body?.code, r = t(e.status, typeof n == "string" ? n : "");
	return r === "payment_declined" || r === "wallet_sdk_error" ? e : null;
}
function vt({ payment: e }) {
	return {
		kind: "paid",
		orderId: e?.provider_order_id ?? null,
		captureId: e?.provider_capture_id ?? null
	};
}
// web/common/session-api.ts
var yt = 45e3;
function bt(e) {
	return {
		read: () => G(e, "GET"),
		mintClientToken: () => G(`${e}/client-token`, "POST"),
		createOrder: (t, n, r = null) => G(`${e}/orders`, "POST", {
			...t === null ? {} : { funding_source: t },
			...n === void 0 ? {} : { payment_token: n },
			...r === null ? {} : { buyer_email: r }
		}),
		capture: (t) => G(`${e}/orders/${encodeURIComponent(t)}/capture`, "POST", {})
	};
}
async function G(e, t, n) {
	try {
		let r = await fetch(e, {
			method: t,
			credentials: "omit",
			cache: "no-store",
			signal: AbortSignal.timeout(yt),
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
function xt({ payment: e }) {
	return e?.status === "approved";
}
function St({ base: e, sessionId: t, locale: n }) {
	let r = n ? `?locale=${encodeURIComponent(n)}` : "", i = bt(`${e}/api/checkout-sessions/${t}`);
	return {
		...i,
		read: () => i.read(),
		readKit: () => G(`${e}/sdk/sessions/${t}/kit${r}`, "GET"),
		mintOnce: () => q(`${e} ${t}`, i.mintClientToken),
		credential: (n, r) => {
			let i = `${e}${n} ${t}`;
			return r && K.delete(i), q(i, () => G(e + n, "POST", { checkout_session_id: t }));
		}
	};
}
var K = /* @__PURE__ */ new Map();
function q(e, t) {
	let n = K.get(e);
	if (n) return n;
	let r = t().then((t) => (t.kind !== "ok" && K.delete(e), t));
	return K.set(e, r), r;
}
// web/sdk/payment.ts
function Ct(e) {
	let t = {
		...e,
		hasTold: !1
	};
	return {
		till: {
			mayBegin: () => !0,
			begin: () => J(t),
			order: (e, n) => wt(t, e, n),
			take: (e) => Tt(t, e),
			leave: () => Mt(t),
			decline: () => {
				Y(t) && X(t, new i("payment_declined", "The provider declined"));
			},
			fail: (e) => Nt(t, e),
			say: t.stand.say
		},
		settle: (e) => Et(t, e),
		stop: (e, n) => Z(t, e, n)
	};
}
function J(e) {
	e.hasTold = !1, e.stand.say(""), e.teller.turn("approving");
}
async function wt(e, t, n) {
	J(e);
	let r = await e.calls.createOrder(t, n);
	if (r.kind === "ok") return r.body.order_id;
	e.hasTold = !0;
	let i = a(r);
	throw i.code === "capture_pending" ? Et(e, null) : i.retryable ? X(e, i) : Z(e, i, null), i;
}
async function Tt(e, t) {
	return !e.teller.isSilent() && (jt(e), Ot(e, await gt(Dt(e), t)));
}
async function Et(e, t) {
	return jt(e), Ot(e, await _t(Dt(e), t));
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
			let { orderId: n, captureId: r } = t;
			return n !== null && r !== null ? kt(e, {
				orderId: n,
				captureId: r
			}) : (Z(e, new i("session_completed", "The session is completed"), null), !1);
		}
		case "open": return t.session.status === "expired" ? Z(e, new i("session_expired", "The session has expired"), t.session) : X(e, new i("payment_declined", "The payment was not taken")), !1;
		case "refused": {
			let n = a(t.answer);
			return n.retryable ? X(e, n) : Z(e, n, null), !1;
		}
		case "unknown": return Q(e, "slow"), e.teller.error(new i("network_error", "It is not known yet whether the payment was taken")), !1;
	}
}
function kt(e, { orderId: t, captureId: n }) {
	let r = {
		sessionId: e.sessionId,
		orderId: t,
		captureId: n
	};
	return e.paid(r), e.stand.offer(!1), Q(e, "paid"), e.teller.turn("paid"), e.teller.approve(r), !0;
}
function At(e) {
	e.teller.state() !== "pending" && (Q(e, "capture_pending"), e.teller.turn("pending"), e.teller.error(new i("capture_pending", "The provider holds the payment for review")));
}
function jt(e) {
	e.stand.retry(null), e.stand.offer(!1), Q(e, "confirming"), e.teller.turn("confirming");
}
function Mt(e) {
	Y(e) && (Q(e, "canceled"), e.teller.turn("ready"), e.teller.cancel());
}
function Y({ teller: e }) {
	return e.state() === "ready" || e.state() === "approving";
}
function Nt(e, t) {
	t instanceof i || e.hasTold || !Y(e) || X(e, new i("wallet_sdk_error", `The provider's script: ${t instanceof Error ? t.message : String(t)}`, { cause: t }));
}
function X(e, t) {
	e.stand.offer(!0), Q(e, t.code), e.teller.turn("ready"), e.teller.error(t);
}
function Z(e, t, n) {
	e.stand.offer(!1), Q(e, Pt(t, n));
	let r = {
		session_expired: "expired",
		session_completed: "completed"
	};
	e.teller.turn(t.code in r ? r[t.code] : "failed"), t.code === "session_expired" && e.teller.expired(), e.teller.error(t);
}
function Pt({ code: e }, t) {
	return e === "session_expired" && t && xt(t) ? "lapsed" : e === "wallet_sdk_error" ? "not_drawn" : e;
}
function Q({ stand: e }, t) {
	e.say(e.speech().words[t]);
}
// web/sdk/stand.ts
var Ft = "\n.fairway { display: grid; gap: 12px; font: 16px/1.5 system-ui, sans-serif; }\n.fairway[hidden], .fairway [hidden] { display: none; }\n.fairway-ways, .fairway-card { display: grid; gap: 12px; }\n.fairway-card { grid-template-columns: 1fr 1fr; align-items: end; }\n.fairway-number, .fairway-name, .fairway-pay, .fairway-all, .fairway-ccnumber, .fairway-problem { grid-column: 1 / -1; }\n.fairway-field iframe { display: block; width: 100%; border: 0; }\n.fairway-ccnumber iframe, .fairway-ccexp iframe, .fairway-cvv iframe { height: 52px; }\n.fairway-problem { margin: 0; }\n.fairway-problem:empty { display: none; }\n.fairway-status { margin: 0; }\n.fairway-status:empty { display: none; }\n.fairway button { font: inherit; min-height: 48px; border-radius: 4px; cursor: pointer; }\n.fairway-after { display: flex; flex-wrap: wrap; align-items: center; gap: 12px 20px; }\n.fairway-after:empty { display: none; }\n.fairway-retry { padding: 0 24px; }\n.fairway-elsewhere { padding: 10px 0; }\n.fairway-pay, .fairway-retry { border: 1px solid #8a8a8a; background: #1a1a1a; color: #fff; }\n.fairway-pay:disabled { opacity: 0.6; cursor: default; }\n.fairway button:focus-visible, .fairway a:focus-visible { outline: 3px solid #0a58ca; outline-offset: 2px; }\n.fairway-apple { width: 100%; border: 0; background: #000; -webkit-appearance: -apple-pay-button; appearance: -apple-pay-button;\n  -apple-pay-button-style: black; -apple-pay-button-type: plain; }\n@supports not (appearance: -apple-pay-button) { .fairway-apple::before { content: \"Apple Pay\"; color: #fff; } }\n.fairway-google button { width: 100%; }\n@media (forced-colors: active) { .fairway button { border: 1px solid ButtonText; } }\n";
function It(e, t) {
	_e(Ft);
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
		settings: g(e),
		approval: null,
		speech: z
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
	let { settings: s } = e, c = St({
		...s,
		locale: s.locale || document.documentElement.lang
	});
	return V({
		settings: s,
		calls: c,
		teller: t,
		stand: r,
		payment: Ct({
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
var Bt = "fairway", Vt = 1, Ht = [
	"ready",
	"resize",
	"state",
	"approve",
	"cancel",
	"expired",
	"error",
	"init"
];
function Ut(e) {
	return {
		source: Bt,
		version: Vt,
		...e
	};
}
function Wt(e) {
	let t = e;
	return typeof t != "object" || t?.source !== Bt ? null : t.version === Vt ? Ht.includes(t.type) ? t : null : "other version";
}
// web/sdk/embed.ts
var Gt = 15e3, Kt = 200, qt = 1e4, Jt = [
	"light",
	"dark",
	"auto"
], Yt = "payment *; publickey-credentials-get *; clipboard-write", Xt = `.fairway-frame { display: block; width: 100%; height: ${Kt}px; border: 0; color-scheme: auto; }
.fairway-frame[hidden] { display: none; }`;
function Zt(e) {
	let t = g(e), { theme: n } = e;
	if (n !== void 0 && !Jt.includes(n)) throw _("theme is light, dark or auto");
	let r = Lt(t.callbacks);
	return ie(r, (n) => en({
		settings: t,
		options: e,
		teller: r
	}, n));
}
function Qt({ base: e, sessionId: t, locale: n }, r) {
	let i = new URLSearchParams({
		...n && { locale: n },
		...r !== "auto" && { theme: r }
	}).toString();
	return `${e}/embed/${t}${i && `?${i}`}`;
}
function $t(e) {
	let t = getComputedStyle(e).colorScheme.split(" ");
	return t.includes("dark") ? t.includes("light") ? "auto" : "dark" : "light";
}
function en(e, t) {
	let { settings: n, options: r, teller: i } = e;
	_e(Xt);
	let a = b("iframe", "fairway-frame", {
		src: Qt(n, r.theme ?? $t(t)),
		title: r.title ?? "Secure payment",
		allow: Yt,
		referrerpolicy: "strict-origin"
	}), o = null, s = () => {
		o && (o.onmessage = null), o?.close();
	}, c = window.setTimeout(() => $(i, "network_error", "the frame did not answer: Fairway is out of reach, or this origin is not in allowed_origins"), Gt), l = () => {
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
			clearTimeout(c), tn(u, Wt(e));
		};
		let t = Ut({
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
function tn(e, t) {
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
				let e = Math.min(Math.max(Number(t.height) || 0, Kt), qt);
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
			default: !e.isHushed && i.state() !== "paid" && nn(i, t);
		}
	}
}
function nn(e, t) {
	switch (t.type) {
		case "state": {
			let n = t.state === "ready" && e.state() === "loading";
			e.turn(t.state), n && e.ready();
			return;
		}
		case "cancel": return e.cancel();
		case "expired": return e.expired();
		case "error": return e.error(new i(t.code, t.message));
	}
}
function $(e, t, n) {
	e.turn("failed"), e.error(new i(t, n));
}
// web/sdk/entries/version.ts
var rn = "1.0.0";
// web/sdk/entries/fairway.ts
ee(import.meta.url);
export { i as CheckoutError, Rt as checkout, Zt as embed, rn as version };
