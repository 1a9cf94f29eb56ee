/* global document, window */
// The gateway's form in the merchant's page: a frame of the gateway's own, whose fields the page never sees.
const script = document.currentScript;
const origin = new URL(script.src).origin;

function elementOf(given) {
  const element = typeof given === 'string' ? document.querySelector(given) : given;
  if (!element) throw new Error(`gr4vy: there is no element ${given}`);
  return element;
}

function setup(options) {
  for (const name of ['gr4vyId', 'token', 'amount', 'currency', 'country']) {
    if (options[name] === undefined) throw new Error(`gr4vy: ${name} is required`);
  }
  const frame = document.createElement('iframe');
  frame.src = `${origin}/gravy/embed`;
  frame.title = 'Card details';
  frame.style.cssText = 'width:100%;height:260px;border:0;display:block;color-scheme:normal';
  elementOf(options.element).replaceChildren(frame);
  const form = elementOf(options.form);
  const send = (message) => frame.contentWindow.postMessage({ to: 'gr4vy', ...message }, origin);
  const begin = () => {
    const { token, amount, currency, country, intent, externalIdentifier, store } = options;
    send({
      type: 'begin',
      payment: { amount, currency, country, intent, external_identifier: externalIdentifier, store },
      token,
    });
  };
  const answers = {
    ready: begin,
    size: ({ height }) => {
      frame.style.height = `${height}px`;
    },
    changed: ({ valid }) => options.onEvent?.('formUpdate', { valid }),
    failed: ({ name, told }) => options.onEvent?.(name, told),
    complete: ({ transaction }) => complete(form, options, transaction),
  };
  const hear = ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin || data?.from !== 'gr4vy') return;
    answers[data.type]?.(data);
  };
  const submit = (event) => {
    event.preventDefault();
    send({ type: 'submit' });
  };
  window.addEventListener('message', hear);
  form.addEventListener('submit', submit);
  return {
    unmount() {
      window.removeEventListener('message', hear);
      form.removeEventListener('submit', submit);
      frame.remove();
    },
  };
}

function complete(form, options, transaction) {
  if (options.onComplete) {
    options.onComplete(transaction);
    return;
  }
  for (const [name, value] of [
    ['gr4vy_transaction_id', transaction.id],
    ['gr4vy_transaction_status', transaction.status],
  ]) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  form.submit();
}

window.gr4vy = { setup };
