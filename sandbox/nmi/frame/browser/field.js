/* global document, window */
// One field in a frame of its own. The one with the number asks its siblings, which are of the same site, for the rest.
const input = document.querySelector('input');
const field = input.name;
const CHECKS = {
  ccnumber: (text) => /^\d{13,19}$/.test(text) && passesLuhn(text),
  ccexp: (text) => /^(0[1-9]|1[0-2])\d{2}$/.test(text),
  cvv: (text) => /^\d{3,4}$/.test(text),
};

function passesLuhn(number) {
  let sum = 0;
  for (const [index, digit] of [...number].reverse().entries()) {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

function tell(message) {
  window.parent.postMessage({ from: 'CollectJS', field, ...message }, '*');
}

function siblingOf(name) {
  return window.parent.frames[`CollectJSInline${name}`].document.querySelector('input');
}

function digitsOf(element) {
  return element.value.replaceAll(/\D/g, '');
}

function judge(element) {
  const valid = CHECKS[element.name](digitsOf(element));
  element.setAttribute('aria-invalid', String(!valid));
  const message = valid ? '' : element.value === '' ? 'Field is empty' : 'Invalid value';
  window.parent.postMessage(
    { from: 'CollectJS', type: 'validity', field: element.name, valid, message },
    '*',
  );
  return valid;
}

async function tokenise(key) {
  const inputs = ['ccnumber', 'ccexp', 'cvv'].map(siblingOf);
  const isValid = inputs.map(judge).every(Boolean);
  if (!isValid) {
    tell({ type: 'refused' });
    return;
  }
  const card = Object.fromEntries(inputs.map((element) => [element.name, digitsOf(element)]));
  const answer = await fetch('/nmi/token/create', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tokenization_key: key, ...card }),
  }).catch(() => null);
  if (answer === null) return;
  const body = await answer.json();
  if (answer.ok) tell({ type: 'token', response: body });
  else {
    tell({ type: 'validity', field: body.field, valid: false, message: body.message });
    tell({ type: 'refused' });
  }
}

window.addEventListener('message', ({ source, data }) => {
  if (source === window.parent && data?.to === 'CollectJS' && data.type === 'tokenise') tokenise(data.key);
});
input.addEventListener('change', () => judge(input));
input.addEventListener('keydown', (event) => {
  if (event.key === 'Enter') tell({ type: 'submit' });
});
tell({ type: 'ready' });
