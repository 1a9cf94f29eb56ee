import { mountText } from './mount.js';

const PARTS = 4;

// What paying later would mean for an amount, in the style that the page asks for.
export function makeMessages(config) {
  return function Messages(given = {}) {
    let options = { ...given };
    const draw = async (target) => {
      const line = mountText(target, sentenceFor(config, options));
      const text = options.style?.text ?? {};
      line.style.textAlign = text.align ?? 'left';
      if (text.size) line.style.fontSize = `${Number(text.size)}px`;
      if (text.color === 'white') line.style.color = '#fff';
      options.onRender?.();
      line.addEventListener('click', () => options.onClick?.());
    };
    return {
      render: draw,
      updateProps: async (changes) => {
        options = { ...options, ...changes };
      },
    };
  };
}

function sentenceFor(config, { amount, currency = config.currency }) {
  if (!config.funding.includes('paylater')) return 'Pay with PayPal.';
  if (!(Number(amount) > 0)) return 'Pay in 4 interest-free payments with Pay Later.';
  const style = { style: 'currency', currency };
  const part = (Number(amount) / PARTS).toLocaleString('en-US', style);
  return `Pay in 4 interest-free payments of ${part} with Pay Later.`;
}
