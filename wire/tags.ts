/** What each group of operations is for. */
export const TAGS = {
  'Channel API keys':
    'Keys of a channel. Rotate by minting a new one, deploying it, and revoking the old one.',
  Merchants: 'The merchants a channel has provisioned. A merchant belongs to the channel whose key made it.',
  Onboarding: 'How a merchant is connected to its wallet account, and how far that is.',
  'Webhook endpoints': 'Where events are sent. One endpoint hears about every merchant of its channel.',
  'Merchant webhook endpoints':
    "A merchant's own endpoints, under the rules of a channel's. They hear about this merchant alone; where " +
    'its channel has endpoints too, each is delivered to by itself and signed with its own secret.',
  'Checkout sessions':
    'What a buyer is to pay, fixed when it is created. The session id is all a buyer needs.',
  Payments: 'Orders, captures and refunds.',
  Transactions: "A merchant's payments as they stand now.",
  Disputes: 'Payments that buyers dispute at the provider, and what a merchant answers.',
  Statements: 'What a channel is owed of each month, and the payments that it is made of.',
  'Saved instruments':
    'Ways to pay that customers saved through a session of amount 0, and charges by them without the customer.',
  Subscriptions:
    'Charges of a saved instrument that come again with each period, tried again when they fail.',
  'Text-to-pay': 'Invoices whose link is sent to a payer by text message.',
  Owner: "A channel owner's sign-in and passkeys. An owner session operates no channel.",
  Dashboard: 'How a person at a merchant signs in.',
  Activation: "How a channel's owner comes to the first key.",
  Notices: 'Where payment providers tell the service what happened. Not for channels.',
  Operator: 'For whoever runs this deployment, with the operator token.',
  Lookup: 'What an id is that anybody named, and the payment around it. With the operator token.',
  Webhooks: 'What the service posts to your endpoints.',
} as const satisfies Record<string, string>;

export type Tag = keyof typeof TAGS;
