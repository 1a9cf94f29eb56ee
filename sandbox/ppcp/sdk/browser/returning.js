/* global history, location, sessionStorage */

const MARK = 'sandbox-wallet:';

export function checkoutUrl(base, orderID, source) {
  const url = new URL(`${base}/checkoutnow`);
  url.searchParams.set('token', orderID);
  url.searchParams.set('fundingSource', source);
  url.searchParams.set('origin', location.origin);
  return url;
}

// Without a window of its own the checkout takes this one over and comes back to it.
export function leaveForCheckout(base, orderID, source) {
  const url = checkoutUrl(base, orderID, source);
  try {
    sessionStorage.setItem(MARK + orderID, source);
  } catch {
    // Without storage the page can still read the query it is returned with.
  }
  url.searchParams.set('return_to', location.href);
  location.assign(url);
}

// What the address says after the buyer was sent away and came back; null when this page sent nobody.
export function readReturn() {
  const query = new URLSearchParams(location.search);
  const orderID = query.get('token');
  const source = orderID ? readMark(orderID) : null;
  return source ? { orderID, source, payerID: query.get('PayerID') } : null;
}

export function clearReturn(orderID) {
  sessionStorage.removeItem(MARK + orderID);
  const url = new URL(location.href);
  for (const name of ['token', 'PayerID', 'canceled']) url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}

function readMark(orderID) {
  try {
    return sessionStorage.getItem(MARK + orderID);
  } catch {
    return null;
  }
}
