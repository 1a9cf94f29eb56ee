/* global document, ResizeObserver, window */
// The frame itself: it takes a card, pays by the token it was given, and tells its page what came of it.
const form = document.querySelector('form');
const problem = document.querySelector('[role=alert]');
const fields = Object.fromEntries(
  ['number', 'expiration', 'code'].map((name) => [name, form.elements.namedItem(name)]),
);
let page = null;
let payment = null;
let isPaying = false;

function tell(message) {
  window.parent.postMessage({ from: 'gr4vy', ...message }, page ?? '*');
}

function cardOf() {
  const digits = fields.expiration.value.replace(/\D/g, '');
  return {
    method: 'card',
    number: fields.number.value.replace(/\s/g, ''),
    expiration_date: `${digits.slice(0, 2)}/${digits.slice(-2)}`,
    security_code: fields.code.value,
  };
}

function isValid() {
  return form.checkValidity() && fields.number.value !== '';
}

function show(words) {
  problem.textContent = words;
  problem.hidden = words === '';
}

async function pay() {
  if (payment === null || isPaying) return;
  if (!form.reportValidity()) return;
  isPaying = true;
  show('');
  try {
    const answer = await fetch('/gravy/transactions', {
      method: 'POST',
      headers: { authorization: `Bearer ${payment.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...payment.fields, payment_method: cardOf() }),
    });
    told(answer.status, await answer.json());
  } catch {
    show('The payment could not be sent. Try again.');
    tell({ type: 'failed', name: 'apiError', told: { code: 'network_error' } });
  } finally {
    isPaying = false;
  }
}

function told(status, body) {
  if (status !== 201) {
    show(body.details?.[0]?.message ?? body.message ?? 'The payment was refused.');
    tell({ type: 'failed', name: 'apiError', told: { code: body.code, status } });
    return;
  }
  const transaction = { id: body.id, status: body.status, paymentMethod: { method: 'card' } };
  if (body.status === 'authorization_declined') {
    show('The card was declined. Try another one.');
    tell({ type: 'failed', name: 'transactionFailed', told: transaction });
    return;
  }
  tell({ type: 'complete', transaction });
}

function begin(data) {
  const { amount, currency, country, intent, external_identifier, store } = data.payment;
  payment = { token: data.token, fields: { amount, currency, country, intent, external_identifier, store } };
}

// The first page that speaks is the one it stands in, and no other is heard after it.
window.addEventListener('message', ({ source, origin, data }) => {
  if (source !== window.parent || data?.to !== 'gr4vy' || (page !== null && origin !== page)) return;
  page = origin;
  if (data.type === 'begin') begin(data);
  if (data.type === 'submit') pay();
});
form.addEventListener('input', () => tell({ type: 'changed', valid: isValid() }));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  pay();
});
// A form without a button of its own is not sent by the Enter key.
form.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') pay();
});
new ResizeObserver(() => tell({ type: 'size', height: document.body.scrollHeight })).observe(document.body);
tell({ type: 'ready' });
