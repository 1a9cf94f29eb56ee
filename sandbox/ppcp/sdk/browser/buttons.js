/* global document */
import { makeFlow } from './checkout-flow.js';
import { LABELS, mount } from './mount.js';
import { clearReturn, readReturn } from './returning.js';

export function makeButtons(config) {
  return function Buttons(given = {}) {
    let options = { ...given };
    let mounted = null;
    const sources = options.fundingSource ? [options.fundingSource] : config.funding;
    const eligible = sources.filter((source) => config.funding.includes(source));
    const flow = makeFlow(config, () => options);
    const hasReturned = () => sources.includes(readReturn()?.source);
    const resume = async () => {
      const back = readReturn();
      if (!back) return;
      clearReturn(back.orderID);
      try {
        if (back.payerID) await flow.approved(back.orderID, back.payerID, back.source);
        else await options.onCancel?.({ orderID: back.orderID });
      } catch (reason) {
        flow.fail(reason);
      }
    };
    return {
      isEligible: () => eligible.length > 0,
      hasReturned,
      resume,
      async render(target) {
        if (eligible.length === 0) throw new Error('The funding source is not eligible');
        mounted = mount(target);
        const group = drawGroup(options.style ?? {}, eligible, flow.start);
        mounted.root.appendChild(group);
        await options.onInit?.({}, switches(group));
        if (hasReturned()) await resume();
      },
      async close() {
        mounted?.host.remove();
        mounted = null;
      },
      async updateProps(changes) {
        options = { ...options, ...changes };
      },
    };
  };
}

function switches(group) {
  const setDisabled = async (disabled) => {
    for (const button of group.querySelectorAll('button')) button.disabled = disabled;
  };
  return { enable: () => setDisabled(false), disable: () => setDisabled(true) };
}

function drawGroup(style, sources, start) {
  const group = document.createElement('div');
  group.setAttribute('role', 'group');
  group.setAttribute('aria-label', 'Ways to pay');
  if (style.layout === 'horizontal') group.className = 'row';
  for (const source of sources) group.appendChild(drawButton(style, source, start));
  return group;
}

function drawButton(style, source, start) {
  const button = document.createElement('button');
  const hasOwnColor = source === 'card' || source === 'venmo';
  button.type = 'button';
  button.className = [style.shape, hasOwnColor ? source : style.color].filter(Boolean).join(' ');
  if (style.height) button.style.minHeight = `${Number(style.height)}px`;
  button.textContent = LABELS[source] ?? source;
  button.setAttribute('aria-label', `Pay with ${LABELS[source] ?? source}`);
  button.dataset.fundingSource = source;
  button.addEventListener('click', () => start(source));
  return button;
}
