// What a buyer typed or a device handed over goes to the provider, not to the page's own server. A form
// needs no leave of the browser beforehand.
export async function confirmOrder(base, orderID, fields) {
  const answer = await fetch(`${base}/sdk/orders/${encodeURIComponent(orderID)}/confirm`, {
    method: 'POST',
    body: new URLSearchParams(fields),
  });
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.issue ?? told.detail ?? 'The order cannot be confirmed');
  return told;
}
