/* global location */
import { checkoutUrl, leaveForCheckout } from './returning.js';
import { askState, openWindow, watch } from './watch.js';

// What one set of buttons does between a click and the buyer's decision. `options` is read anew each
// time, since a page may replace its callbacks.
export function makeFlow(config, options) {
  let running = null;
  let giveUp = null;

  const approved = async (orderID, payerID, source) => {
    const actions = {
      restart: () => follow(orderID, source, openWindow()),
      redirect: (url) => location.assign(url),
      order: { get: () => askState(config.base, orderID) },
    };
    const data = { orderID, payerID, paymentSource: source, facilitatorAccessToken: '' };
    await options().onApprove?.(data, actions);
  };

  const follow = async (orderID, source, popup) => {
    if (!popup) return leaveForCheckout(config.base, orderID, source);
    // Nothing has cut it off by then: who closed it was the buyer.
    if (popup.closed) return options().onCancel?.({ orderID });
    popup.location.replace(checkoutUrl(config.base, orderID, source));
    const handed = (end) => {
      giveUp = end;
    };
    const told = await watch({ base: config.base, popup, orderID, handed });
    giveUp = null;
    popup.close();
    if (told.outcome === 'approved') await approved(orderID, told.payerID, source);
    else await options().onCancel?.({ orderID });
  };

  const fail = (reason) => tellFailure(options(), reason);

  const start = (source) => {
    // Whether a window was closed or cut off before it was heard of cannot be told; whoever presses again is done with it.
    if (running && !giveUp?.()) return;
    // The window is opened within the click: later the browser would block it.
    const popup = openWindow();
    const run = Promise.resolve(running)
      .then(() => pay(source, popup))
      .finally(() => {
        if (running === run) running = null;
      });
    running = run;
  };

  const pay = async (source, popup) => {
    try {
      if (await mayStart(options(), source)) {
        await follow(await orderFor(options(), source), source, popup);
      } else popup?.close();
    } catch (reason) {
      popup?.close();
      fail(reason);
    }
  };

  return { start, approved, fail };
}

function tellFailure(options, reason) {
  const error = reason instanceof Error ? reason : new Error(String(reason));
  if (options.onError) options.onError(error);
  else console.error(error);
}

async function orderFor(options, source) {
  const orderID = await options.createOrder({ paymentSource: source });
  if (typeof orderID === 'string' && orderID !== '') return orderID;
  throw new Error('Expected an order id to be passed');
}

async function mayStart(options, source) {
  let refused = false;
  const actions = {
    resolve: async () => undefined,
    reject: async () => {
      refused = true;
    },
  };
  const result = await options.onClick?.({ fundingSource: source }, actions);
  return !refused && result !== false;
}
