/* global document */
import { confirmOrder } from './confirm.js';
import { mount } from './mount.js';

const CARD_PARTS = {
  number: {
    key: 'cardNumberField',
    label: 'Card number',
    autocomplete: 'cc-number',
    error: 'INVALID_NUMBER',
  },
  expiry: {
    key: 'cardExpiryField',
    label: 'Expiry (MM/YY)',
    autocomplete: 'cc-exp',
    error: 'INVALID_EXPIRY',
  },
  cvv: { key: 'cardCvvField', label: 'Security code', autocomplete: 'cc-csc', error: 'INVALID_CVV' },
  name: { key: 'cardNameField', label: 'Name on card', autocomplete: 'cc-name', error: 'INVALID_NAME' },
};

const CARD_CHECKS = {
  number: (text) => /^\d{13,19}$/.test(text.replace(/\s/g, '')) && passesLuhn(text.replace(/\s/g, '')),
  expiry: (text) => /^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/.test(text),
  cvv: (text) => /^\d{3,4}$/.test(text),
  // A card is taken without its holder's name.
  name: (text) => text.length <= 300,
};

// Fields for a card in the merchant's own page, whose values the page never sees.
export function makeCardFields(config) {
  return function CardFields(options = {}) {
    const drawn = new Map();
    const field = (part) => (own) => makeCardField(part, { options, own: own ?? {}, drawn });
    return {
      isEligible: () => config.cards,
      NumberField: field('number'),
      ExpiryField: field('expiry'),
      CVVField: field('cvv'),
      NameField: field('name'),
      getState: async () => cardState(drawn),
      submit: async () => submitCard(config, options, drawn),
    };
  };
}

async function submitCard(config, options, drawn) {
  if (!config.cards) throw new Error('INELIGIBLE_CARD_VENDOR');
  const { errors } = cardState(drawn);
  if (errors.length > 0) throw new Error(errors[0]);
  try {
    const orderID = await options.createOrder({ paymentSource: 'card' });
    const fields = { source: 'card' };
    for (const [part, input] of drawn) fields[part] = input.value.replace(/\s/g, part === 'name' ? ' ' : '');
    const told = await confirmOrder(config.base, orderID, fields);
    await options.onApprove?.({ orderID, liabilityShift: told.liability_shift });
  } catch (reason) {
    if (!options.onError) throw reason;
    options.onError(reason);
  }
}

function cardState(drawn) {
  const fields = {};
  const errors = [];
  for (const [part, { key, error }] of Object.entries(CARD_PARTS)) {
    const input = drawn.get(part);
    const value = input?.value ?? '';
    const isValid = CARD_CHECKS[part](value) && (part === 'name' || value !== '');
    if (!isValid) errors.push(error);
    fields[key] = {
      isEmpty: value === '',
      isValid,
      isPotentiallyValid: isValid || value.length < 4,
      isFocused: input?.matches(':focus') ?? false,
    };
  }
  return {
    cards: cardBrands(drawn.get('number')?.value ?? ''),
    errors,
    isFormValid: errors.length === 0,
    fields,
  };
}

function cardBrands(number) {
  if (number.startsWith('4')) return [{ type: 'visa', niceType: 'Visa' }];
  if (/^5[1-5]/.test(number)) return [{ type: 'master-card', niceType: 'Mastercard' }];
  if (/^3[47]/.test(number)) return [{ type: 'american-express', niceType: 'American Express' }];
  return [];
}

function passesLuhn(digits) {
  const sum = [...digits].reverse().reduce((all, digit, index) => {
    const doubled = index % 2 === 1 ? Number(digit) * 2 : Number(digit);
    return all + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function makeCardField(part, { options, own, drawn }) {
  const { label, autocomplete } = CARD_PARTS[part];
  const input = document.createElement('input');
  let mounted = null;
  input.type = 'text';
  input.autocomplete = autocomplete;
  input.inputMode = part === 'name' ? 'text' : 'numeric';
  input.placeholder = own.placeholder ?? label;
  input.setAttribute('aria-label', label);
  drawn.set(part, input);
  listenToCard(input, own.inputEvents ?? options.inputEvents ?? {}, drawn);
  return {
    async render(target) {
      mounted = mount(target);
      mounted.root.appendChild(input);
    },
    focus: async () => input.focus(),
    clear: async () => {
      input.value = '';
    },
    setAttribute: async (name, value) => input.setAttribute(name, value),
    removeAttribute: async (name) => input.removeAttribute(name),
    setMessage: async (message) => input.setAttribute('aria-description', message),
    addClass: async (name) => input.classList.add(name),
    removeClass: async (name) => input.classList.remove(name),
    close: async () => {
      mounted?.host.remove();
      drawn.delete(part);
    },
  };
}

function listenToCard(input, events, drawn) {
  input.addEventListener('input', () => events.onChange?.(cardState(drawn)));
  input.addEventListener('focus', () => events.onFocus?.(cardState(drawn)));
  input.addEventListener('blur', () => events.onBlur?.(cardState(drawn)));
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') events.onInputSubmitRequest?.(cardState(drawn));
  });
}
