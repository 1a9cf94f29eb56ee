/*! @fairway/sdk 1.0.0 */
// web/common/insert-script.ts
function e({ src: e, limitMs: t, nonce: n, integrity: r, data: i }) {
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
// web/sdk/loader.ts
var t = null, n = null;
function r(e) {
	let n = e?.lastIndexOf("/sdk/") ?? -1;
	n > 0 && (t = e.slice(0, n));
}
function i(e = {}) {
	return typeof document > "u" ? Promise.resolve(null) : (n ??= a(e).catch((e) => {
		throw n = null, e;
	}), n);
}
async function a({ baseUrl: n, timeoutMs: r = 1e4, cspNonce: i = "" }) {
	let a = (n ?? t)?.replace(/\/+$/, "");
	if (!a) throw Error("baseUrl is needed where the loader did not come from your Fairway");
	let s = () => e({
		src: a + "/sdk/1.0.0/fairway.js",
		integrity: "sha384-4waPdot5DJ+zJB92z5wXywOaHhDG4GlhZ6zRS69onAJ0wy1XHpl4j2/PJYPy1utR",
		nonce: i,
		limitMs: r
	});
	o() || await s().catch(s);
	let c = o();
	if (!c) throw Error("the script defined nothing");
	return c;
}
function o() {
	return window.Fairway;
}
// web/sdk/entries/loader.ts
r(import.meta.url);
export { i as loadFairway };
