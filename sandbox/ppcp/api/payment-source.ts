import type { Order } from '../shapes/shapes.ts';
import { createChecker, isObject, type Checker } from '../checks/checker.ts';
import type { Vaulted } from '../acts/payment-tokens.ts';
import { refuse } from '../checks/problem.ts';

type Source = Pick<Order, 'payment_source' | 'return_url' | 'cancel_url' | 'brand_name'>;

/** How an order is to be paid: by a buyer who is asked, or by an instrument saved before. */
interface OrderSource {
  source: Source;
  vaulted: Vaulted | null;
}

const MEMBERS = new Set(
  (
    'card token paypal venmo apple_pay google_pay bancontact blik eps giropay ideal mybank p24 ' +
    'sofort trustly'
  ).split(' '),
);
const REDIRECTING = new Set(['paypal', 'venmo']);
const URL_MAX = 2_048;
const BRAND_MAX = 127;
const VAULT_ID_MAX = 255;

/** Reads how the order is to be paid and where the buyer returns to. Refuses: sources other than the
 *  two that redirect and those that name a saved instrument. */
export function readPaymentSource(body: Record<string, unknown>, requestId: string | null): OrderSource {
  const checker = createChecker();
  const given = checker.object(body, 'payment_source', '');
  const context = checker.object(body, 'application_context', '') ?? {};
  if (given === undefined) {
    checker.finish();
    return { source: { payment_source: null, ...experienceOf(context) }, vaulted: null };
  }
  if (requestId === null)
    refuse('PAYPAL_REQUEST_ID_REQUIRED', { field: 'PayPal-Request-Id', location: 'header' });
  const names = Object.keys(given);
  const name = names[0] ?? '';
  if (names.length !== 1 || !MEMBERS.has(name)) {
    refuse('INVALID_PARAMETER_VALUE', { field: '/payment_source', location: 'body' });
  }
  const member = given[name];
  if (!isObject(member)) {
    return refuse('INVALID_PARAMETER_SYNTAX', { field: `/payment_source/${name}`, location: 'body' });
  }
  const vaulted = vaultedIn(checker, name, member);
  if (vaulted === null) refuseUnusable(name);
  const at = `/payment_source/${name}/experience_context`;
  const experience = checker.object(member, 'experience_context', `/payment_source/${name}`) ?? context;
  checker.text(experience, 'brand_name', at, { max: BRAND_MAX });
  checker.text(experience, 'return_url', at, { max: URL_MAX });
  checker.text(experience, 'cancel_url', at, { max: URL_MAX });
  checker.finish();
  return { source: { payment_source: { [name]: member }, ...experienceOf(experience) }, vaulted };
}

function vaultedIn(checker: Checker, name: string, member: Record<string, unknown>): Vaulted | null {
  if (member['vault_id'] === undefined) return null;
  const vault_id = checker.text(member, 'vault_id', `/payment_source/${name}`, { max: VAULT_ID_MAX });
  return { vault_id: vault_id ?? '', source: name };
}

function refuseUnusable(name: string): void {
  const field = `/payment_source/${name}`;
  if (REDIRECTING.has(name)) return;
  if (name === 'card') refuse('NOT_ENABLED_FOR_CARD_PROCESSING', { field, location: 'body' });
  if (name === 'token') refuse('BILLING_AGREEMENT_NOT_FOUND', { field, location: 'body' });
  refuse('PAYMENT_SOURCE_CANNOT_BE_USED', { field, location: 'body' });
}

function experienceOf(context: Record<string, unknown>): Omit<Source, 'payment_source'> {
  const text = (name: string): string | null => {
    const value = context[name];
    return typeof value === 'string' && value !== '' ? value : null;
  };
  return {
    return_url: webAddress(text('return_url')),
    cancel_url: webAddress(text('cancel_url')),
    brand_name: text('brand_name'),
  };
}

// The buyer's browser is sent there, so nothing but the web may stand in it.
function webAddress(text: string | null): string | null {
  if (text === null) return null;
  if (/^https?:\/\/\S+$/.test(text)) return text;
  return refuse('INVALID_PARAMETER_SYNTAX', { field: '/experience_context/return_url', location: 'body' });
}
