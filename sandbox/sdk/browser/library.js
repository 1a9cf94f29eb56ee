/* global document, window */
import { makeButtons } from './buttons.js';
import { LABELS, mountText } from './mount.js';

const FUNDING_NAMES = ['paypal', 'venmo', 'paylater', 'credit', 'card', 'applepay', 'googlepay', 'ideal'];

// Puts the library where the page looks for it.
export function install(config) {
  const script = document.currentScript;
  window[script?.dataset.namespace || 'paypal'] = makeLibrary(config);
}

function makeLibrary(config) {
  const isOffered = (source) => config.funding.includes(source);
  const components = {
    buttons: { Buttons: makeButtons(config) },
    marks: {
      Marks: ({ fundingSource = 'paypal' } = {}) => ({
        isEligible: () => isOffered(fundingSource),
        render: async (target) => mountText(target, LABELS[fundingSource] ?? fundingSource),
      }),
    },
    messages: {
      Messages: () => ({
        render: async (target) => mountText(target, 'Pay in 4 interest-free payments with Pay Later.'),
      }),
    },
    // Cards typed into the merchant's own page are not taken here, and this says so.
    'card-fields': { CardFields: () => ({ isEligible: () => false }) },
  };
  return {
    version: '5.0.0-sandbox',
    FUNDING: Object.fromEntries(FUNDING_NAMES.map((name) => [name.toUpperCase(), name])),
    getFundingSources: () => FUNDING_NAMES,
    isFundingEligible: isOffered,
    rememberFunding: () => undefined,
    ...Object.assign({}, ...config.components.map((name) => components[name])),
  };
}
