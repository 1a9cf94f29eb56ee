import type { Credential } from './matrix-document.ts';

type Who = 'CK' | 'CK+M' | 'MK' | 'MK|CK+M' | 'DB|MK|CK+M' | 'none';

const ACCEPTED: Readonly<Record<Who, readonly Credential[]>> = {
  CK: ['channel'],
  'CK+M': ['channel_merchant'],
  MK: ['merchant'],
  'MK|CK+M': ['merchant', 'channel_merchant'],
  'DB|MK|CK+M': ['dashboard', 'merchant', 'channel_merchant'],
  none: [],
};
const ENDPOINT = '/api/channel/webhook-endpoints/{}';
const MERCHANT_ENDPOINT = '/api/merchant/webhook-endpoints/{}';
const SESSION = '/api/checkout-sessions/{}';
const DISPUTE = '/api/merchants/disputes/{}';
const TEXT_TO_PAY = '/api/text-to-pay/requests';
const DISPUTE_ACTIONS =
  'accept-claim acknowledge-return-item appeal escalate make-offer provide-evidence provide-supporting-info send-message';

type Row = [method: string, path: string, who: Who, budget: number, permission?: string];

const ROWS: readonly Row[] = [
  ['GET', '/api/channel/api-keys', 'CK', 60],
  ['POST', '/api/channel/api-keys', 'CK', 10],
  ['POST', '/api/channel/api-keys/{}/revoke', 'CK', 20],
  ['GET', '/api/channel/merchants', 'CK', 60],
  ['POST', '/api/channel/merchants', 'CK', 20],
  ['POST', '/api/channel/onboarding/start', 'MK|CK+M', 20],
  ['GET', '/api/channel/onboarding/status', 'MK|CK+M', 60],
  ['GET', '/api/channel/statements', 'CK', 60],
  ['GET', '/api/channel/statements/{}', 'CK', 60],
  ['GET', '/api/channel/statements/{}/lines', 'CK', 60],
  ['GET', '/api/channel/webhook-endpoints', 'CK', 60],
  ['POST', '/api/channel/webhook-endpoints', 'CK', 20],
  ['PATCH', ENDPOINT, 'CK', 20],
  ['DELETE', ENDPOINT, 'CK', 20],
  ['POST', `${ENDPOINT}/enable`, 'CK', 20],
  ['POST', `${ENDPOINT}/rotate-secret`, 'CK', 10],
  ['GET', '/api/merchant/webhook-endpoints', 'MK', 60],
  ['POST', '/api/merchant/webhook-endpoints', 'MK', 20],
  ['PATCH', MERCHANT_ENDPOINT, 'MK', 20],
  ['DELETE', MERCHANT_ENDPOINT, 'MK', 20],
  ['POST', `${MERCHANT_ENDPOINT}/enable`, 'MK', 20],
  ['POST', `${MERCHANT_ENDPOINT}/rotate-secret`, 'MK', 10],
  ['POST', '/api/checkout-sessions', 'MK|CK+M', 60],
  ['GET', SESSION, 'none', 300],
  ['POST', `${SESSION}/client-token`, 'none', 60],
  ['POST', `${SESSION}/orders`, 'none', 60],
  ['POST', `${SESSION}/orders/{}/capture`, 'none', 60],
  ['POST', '/api/payments/orders', 'MK', 60],
  ['POST', '/api/payments/orders/{}/capture', 'CK+M', 60],
  ['POST', '/api/payments/captures/{}/refund', 'CK+M', 10],
  ['POST', '/api/payments/gravy/embed-token', 'none', 60],
  ['POST', '/api/payments/nmi/tokenization-key', 'none', 60],
  ['GET', '/api/transactions', 'DB|MK|CK+M', 120, 'transactions.read'],
  ['GET', '/api/transactions/daily-revenue', 'DB|MK|CK+M', 120, 'transactions.read'],
  ['GET', '/api/transactions/filter-options', 'DB|MK|CK+M', 120, 'transactions.read'],
  ['GET', '/api/transactions/stats', 'DB|MK|CK+M', 120, 'transactions.read'],
  ['GET', '/api/transactions/{}', 'DB|MK|CK+M', 120, 'transactions.read'],
  ['GET', '/api/transactions/{}/provider-detail', 'DB|MK|CK+M', 120, 'transactions.read'],
  ['GET', '/api/merchants/disputes', 'DB|MK|CK+M', 600, 'disputes.manage'],
  ['GET', DISPUTE, 'DB|MK|CK+M', 600, 'disputes.manage'],
  ...DISPUTE_ACTIONS.split(' ').map((action): Row => [
    'POST',
    `${DISPUTE}/${action}`,
    'DB|MK|CK+M',
    10,
    'disputes.manage',
  ]),
  ['POST', TEXT_TO_PAY, 'DB|MK|CK+M', 20, 'text_to_pay.manage'],
  ['GET', TEXT_TO_PAY, 'DB|MK|CK+M', 600, 'text_to_pay.manage'],
  ['GET', `${TEXT_TO_PAY}/{}`, 'DB|MK|CK+M', 600, 'text_to_pay.manage'],
  ['POST', `${TEXT_TO_PAY}/{}/cancel`, 'DB|MK|CK+M', 30, 'text_to_pay.manage'],
  ['GET', '/api/vault/tokens', 'DB|MK|CK+M', 120, 'finance.manage'],
  ['POST', '/api/vault/charge', 'DB|MK|CK+M', 10, 'finance.manage'],
];

/** What the interface promises of who may call an operation and how often, restated by hand: the document, and with
 *  it everything generated from it, could otherwise be wrong together with the service. `{}` stands for any id. */
export const SPECIFIED = ROWS.map(([method, path, who, budget, permission]) => ({
  method,
  path,
  accepts: [...ACCEPTED[who]].sort(),
  budget,
  permission: permission ?? null,
}));
