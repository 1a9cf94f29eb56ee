/** What a channel would write, with the addresses of this deployment. */
export interface Snippet {
  name: string;
  code: string;
}

export function sessionSnippet(base: string): Snippet {
  return {
    name: 'On your server',
    code: `const answer = await fetch('${base}/api/checkout-sessions', {
  method: 'POST',
  headers: {
    authorization: \`Bearer \${process.env.FAIRWAY_KEY}\`,
    'x-merchant-id': merchantId,
    'idempotency-key': order.id,
    'content-type': 'application/json',
  },
  body: JSON.stringify({
    amount: '24.50',
    external_order_id: order.id,
    allowed_origins: ['https://shop.example'],
    success_url: 'https://shop.example/thanks',
  }),
});
const session = await answer.json();`,
  };
}

export const REDIRECT: Snippet = {
  name: 'On your server',
  code: `response.redirect(303, session.checkout_url);`,
};

export function embedSnippet(base: string): Snippet {
  return {
    name: 'On your page',
    code: `<div id="payment"></div>
<script src="${base}/sdk/v1/embed.js"></script>
<script>
  Fairway.embed({
    sessionId,
    environment: 'sandbox',
    onApprove: ({ orderId, captureId }) => thank(orderId),
    onError: ({ code }) => console.warn(code),
  }).mount('#payment');
</script>`,
  };
}

export function buttonsSnippet(base: string): Snippet {
  return {
    name: 'On your page',
    code: `<div id="payment"></div>
<script src="${base}/sdk/v1/fairway.js"></script>
<script>
  Fairway.checkout({
    sessionId,
    environment: 'sandbox',
    onApprove: ({ orderId, captureId }) => thank(orderId),
    onCancel: () => stay(),
    onError: ({ code, retryable }) => console.warn(code),
    onExpired: () => beginAgain(),
  }).mount('#payment');
</script>`,
  };
}
