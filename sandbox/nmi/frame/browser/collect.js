/* global document, window */
// Collect.js as a merchant's page loads it: a frame of the gateway's own for each field, whose value the page never sees.
const script = document.currentScript;
const origin = new URL(script.src).origin;
const key = script.dataset.tokenizationKey ?? '';
const NAMES = ['ccnumber', 'ccexp', 'cvv'];
const TITLES = { ccnumber: 'Card number', ccexp: 'Card expiration', cvv: 'Security code' };
const TIMEOUT_MS = 10_000;
let options = {};
let frames = new Map();
let waiting = null;

function selectorOf(name) {
  const attribute = script.getAttribute(`data-field-${name}-selector`);
  return options.fields?.[name]?.selector ?? attribute ?? `#${name}`;
}

function draw(name) {
  const place = document.querySelector(selectorOf(name));
  if (!place) throw new Error(`CollectJS: there is no element for ${name}`);
  const frame = document.createElement('iframe');
  frame.name = `CollectJSInline${name}`;
  frame.title = options.fields?.[name]?.title ?? TITLES[name];
  const query = new URLSearchParams({
    field: name,
    label: frame.title,
    placeholder: options.fields?.[name]?.placeholder ?? '',
  });
  frame.src = `${origin}/nmi/token/field?${query.toString()}`;
  frame.style.cssText = 'width:100%;height:52px;border:0;display:block;color-scheme:normal';
  place.replaceChildren(frame);
  frames.set(name, frame);
}

function configure(given = {}) {
  options = given;
  frames = new Map();
  for (const name of NAMES) draw(name);
  const button = document.querySelector(given.paymentSelector ?? '#payButton');
  button?.addEventListener('click', (event) => {
    event.preventDefault();
    startPaymentRequest();
  });
}

function startPaymentRequest() {
  if (waiting !== null) return;
  waiting = setTimeout(() => {
    waiting = null;
    options.timeoutCallback?.();
  }, options.timeoutDuration ?? TIMEOUT_MS);
  frames.get('ccnumber').contentWindow.postMessage({ to: 'CollectJS', type: 'tokenise', key }, origin);
}

// A field tells what is wrong with it, and the first of them the token of all three.
function hear({ source, origin: from, data }) {
  const isOurs = [...frames.values()].some((frame) => frame.contentWindow === source);
  if (!isOurs || from !== origin || data?.from !== 'CollectJS') return;
  if (data.type === 'ready') {
    frames.get(data.field).dataset.ready = 'true';
    if ([...frames.values()].every((frame) => frame.dataset.ready)) options.fieldsAvailableCallback?.();
  }
  if (data.type === 'validity') options.validationCallback?.(data.field, data.valid, data.message);
  if (data.type === 'submit') startPaymentRequest();
  if (data.type === 'token' || data.type === 'refused') {
    clearTimeout(waiting);
    waiting = null;
  }
  if (data.type === 'token') options.callback?.(data.response);
}

window.addEventListener('message', hear);
window.CollectJS = { configure, startPaymentRequest };
