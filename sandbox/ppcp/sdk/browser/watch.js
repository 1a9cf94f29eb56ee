/* global window */

const POLL_MS = 1200;
const WATCH_MS_MAX = 30 * 60 * 1000;
const SEVERED_MS = 2500;

export function openWindow() {
  const popup = window.open('', '_blank', 'popup,width=480,height=760');
  return popup && !popup.closed ? popup : null;
}

export async function askState(base, orderID) {
  try {
    const answer = await fetch(`${base}/sdk/orders/${encodeURIComponent(orderID)}`);
    return await answer.json();
  } catch {
    // A page whose policy forbids the call still hears the window's message.
    return { state: 'open', payer_id: null };
  }
}

// Resolves with what the buyer did: the window tells, or the provider's record does. What `handed` is given ends it for a
// window that is gone and was never heard of, and says whether it did.
export function watch({ base, popup, orderID, handed }) {
  return new Promise((resolve) => {
    const started = Date.now();
    let timer = 0;
    let shown = false;
    let closedEarly = false;
    const finish = (outcome) => {
      window.removeEventListener('message', hear);
      clearTimeout(timer);
      resolve(outcome);
    };
    const hear = (event) => {
      const told = event.data;
      if (event.origin !== new URL(base).origin || !told || told.source !== 'sandbox-wallet') return;
      if (told.orderID !== orderID) return;
      if (told.outcome === 'shown') shown = true;
      else finish(told);
    };
    const look = async () => {
      const isClosed = popup.closed;
      if (isClosed && Date.now() - started < SEVERED_MS) closedEarly = true;
      const { state, payer_id } = await askState(base, orderID);
      // Closed at once, and never heard of, means cut off by an opener policy and not closed by the buyer.
      const isSevered = closedEarly && !shown;
      const isOver = Date.now() - started > WATCH_MS_MAX || (isClosed && !isSevered);
      if (state === 'approved') finish({ outcome: 'approved', payerID: payer_id });
      else if (state === 'canceled' || isOver) finish({ outcome: 'canceled' });
      else timer = setTimeout(look, POLL_MS);
    };
    window.addEventListener('message', hear);
    handed(() => {
      const isLost = popup.closed && !shown;
      if (isLost) finish({ outcome: 'canceled' });
      return isLost;
    });
    timer = setTimeout(look, POLL_MS);
  });
}
