/* global document, window */
import { makeButtons } from './buttons.js';
import { makeCardFields } from './card-fields.js';
import { makeApplepay, makeGooglepay } from './device-wallets.js';
import { makeMessages } from './messages.js';
import { LABELS, mountText } from './mount.js';

const FUNDING_NAMES = ['paypal', 'venmo', 'paylater', 'credit', 'card', 'applepay', 'googlepay', 'ideal'];

// Puts the library where the page looks for it.
export function install(config) {
  const script = document.currentScript;
  window[script?.dataset.namespace || 'paypal'] = makeLibrary(config);
}

function makeLibrary(config) {
  const isOffered = (source) => config.funding.includes(source) || config[source] === true;
  const components = {
    buttons: { Buttons: makeButtons(config) },
    marks: {
      Marks: ({ fundingSource = 'paypal' } = {}) => ({
        isEligible: () => isOffered(fundingSource),
        render: async (target) => {
          mountText(target, LABELS[fundingSource] ?? fundingSource);
        },
      }),
    },
    messages: { Messages: makeMessages(config) },
    'card-fields': { CardFields: makeCardFields(config) },
    applepay: { Applepay: makeApplepay(config) },
    googlepay: { Googlepay: makeGooglepay(config) },
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
