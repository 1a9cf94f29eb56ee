import { NOBODY } from './support.ts';

export interface Row {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** CK: channel key alone; CK+M: with X-Merchant-Id only; MK|CK+M: also a merchant key; MK: merchant key only. */
  auth: 'CK' | 'CK+M' | 'MK|CK+M' | 'MK';
  /** Calls per minute. */
  budget: number;
}

const ENDPOINT = `/api/channel/webhook-endpoints/we_${'0'.repeat(32)}`;
const ORDER = '0'.repeat(17);

/** Every operation with a key, as the endpoint and limit tables list them, under ids that nothing has. */
export const KEYED: readonly Row[] = [
  { method: 'GET', path: '/api/channel/api-keys', auth: 'CK', budget: 60 },
  { method: 'POST', path: '/api/channel/api-keys', auth: 'CK', budget: 10 },
  { method: 'POST', path: `/api/channel/api-keys/${NOBODY}/revoke`, auth: 'CK', budget: 20 },
  { method: 'GET', path: '/api/channel/merchants', auth: 'CK', budget: 60 },
  { method: 'POST', path: '/api/channel/merchants', auth: 'CK', budget: 20 },
  { method: 'POST', path: '/api/channel/onboarding/start', auth: 'MK|CK+M', budget: 20 },
  { method: 'GET', path: '/api/channel/onboarding/status', auth: 'MK|CK+M', budget: 60 },
  { method: 'GET', path: '/api/channel/webhook-endpoints', auth: 'CK', budget: 60 },
  { method: 'POST', path: '/api/channel/webhook-endpoints', auth: 'CK', budget: 20 },
  { method: 'PATCH', path: ENDPOINT, auth: 'CK', budget: 20 },
  { method: 'DELETE', path: ENDPOINT, auth: 'CK', budget: 20 },
  { method: 'POST', path: `${ENDPOINT}/enable`, auth: 'CK', budget: 20 },
  { method: 'POST', path: `${ENDPOINT}/rotate-secret`, auth: 'CK', budget: 10 },
  { method: 'POST', path: '/api/checkout-sessions', auth: 'MK|CK+M', budget: 60 },
  { method: 'POST', path: '/api/payments/orders', auth: 'MK', budget: 60 },
  { method: 'POST', path: `/api/payments/orders/${ORDER}/capture`, auth: 'CK+M', budget: 60 },
  { method: 'POST', path: `/api/payments/captures/${ORDER}/refund`, auth: 'CK+M', budget: 10 },
  { method: 'GET', path: '/api/transactions', auth: 'MK|CK+M', budget: 120 },
  { method: 'GET', path: `/api/transactions/${NOBODY}`, auth: 'MK|CK+M', budget: 120 },
];

/** The operator's operations. */
export const OPERATOR: readonly Pick<Row, 'method' | 'path'>[] = [
  { method: 'GET', path: '/api/operator/channels' },
  { method: 'POST', path: '/api/operator/channels' },
  { method: 'PATCH', path: `/api/operator/channels/${NOBODY}` },
  { method: 'POST', path: `/api/operator/channels/${NOBODY}/invitations` },
  { method: 'GET', path: '/api/operator/merchants' },
  { method: 'POST', path: '/api/operator/merchants' },
  { method: 'PATCH', path: `/api/operator/merchants/${NOBODY}` },
  { method: 'POST', path: `/api/operator/merchants/${NOBODY}/api-keys` },
  { method: 'GET', path: '/api/operator/events' },
  { method: 'POST', path: `/api/operator/events/evt_${'0'.repeat(32)}/replay` },
  { method: 'POST', path: '/api/operator/events/replay' },
  { method: 'GET', path: '/api/operator/clock' },
  { method: 'POST', path: '/api/operator/clock/advance' },
  { method: 'POST', path: '/api/operator/work/drain' },
  { method: 'GET', path: '/api/operator/audit' },
];
