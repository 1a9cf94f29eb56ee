import { newCustomerId, newResourceId } from '../shapes/ids.ts';
import { insertRecord, readRecord } from '../../machine/store/records.ts';
import { CUSTOMER_ID_MAX, type SetupToken } from '../shapes/vault-shapes.ts';
import { later, timestamp, transact, type World } from '../shapes/world.ts';
import { createChecker, isObject, type Checker } from '../checks/checker.ts';
import type { Answer, Call } from './operation.ts';
import { requireVaulting } from '../acts/payment-tokens.ts';
import { statusOf } from '../checks/issues.ts';
import { refuse } from '../checks/problem.ts';
import { findEqualReplay, rememberReplay } from '../acts/replays.ts';
import { setupView } from '../views/vault-view.ts';
import { SETUP_SECONDS } from '../checks/vault-window.ts';

const CUSTOMER_ID = /^[0-9A-Za-z_-]+$/;
const DESCRIPTION_MAX = 128;
const URL_MAX = 2_048;
const BRAND_MAX = 127;
const WEB_ADDRESS = /^https?:\/\/\S+$/;
const USAGE_TYPES = new Set(['MERCHANT', 'PLATFORM']);
const CUSTOMER_TYPES = new Set(['CONSUMER', 'BUSINESS']);
const USAGE_PATTERNS = new Set(
  (
    'IMMEDIATE DEFERRED RECURRING_PREPAID RECURRING_POSTPAID THRESHOLD_PREPAID THRESHOLD_POSTPAID ' +
    'SUBSCRIPTION_PREPAID SUBSCRIPTION_POSTPAID UNSCHEDULED_PREPAID UNSCHEDULED_POSTPAID ' +
    'INSTALLMENT_PREPAID INSTALLMENT_POSTPAID'
  ).split(' '),
);
/** The sources that send the buyer to this provider's own page. */
const REDIRECTING = ['paypal', 'venmo'];

type NewSetup = Pick<
  SetupToken,
  'customer_id' | 'payment_source' | 'return_url' | 'cancel_url' | 'brand_name'
>;

/** Asks a buyer to let the seller save an instrument. A repeated request id shows the token as it is now. */
export async function createSetupToken(call: Call): Promise<Answer> {
  const { world, seller } = call;
  if (seller === null) return refuse('PERMISSION_DENIED');
  requireVaulting(seller);
  if (call.requestId === null)
    return refuse('PAYPAL_REQUEST_ID_REQUIRED', { field: 'PayPal-Request-Id', location: 'header' });
  const setup = readSetup(call.body);
  if (call.mockIssue !== null) refuse(call.mockIssue, {}, { status: statusOf(call.mockIssue) });
  return transact(world, async (tx) => {
    const asking = { requestId: `${seller.account_id}:${call.requestId}`, asked: call.body };
    const earlier = await findEqualReplay(tx, world, 'vault.setup', asking);
    const kept = earlier === null ? null : await readRecord(tx, 'setup_token', earlier);
    if (kept !== null) return { status: 200, body: setupView(world, kept) };
    const made = makeSetup(world, setup, seller.account_id);
    await insertRecord(tx, 'setup_token', made.id, made);
    await rememberReplay(tx, world, 'vault.setup', { ...asking, resource_id: made.id });
    return { status: 201, body: setupView(world, made) };
  });
}

function makeSetup(world: World, setup: NewSetup, seller_id: string): SetupToken {
  return {
    ...setup,
    id: newResourceId(),
    seller_id,
    status: 'PAYER_ACTION_REQUIRED',
    payer_id: null,
    funding: null,
    canceled: false,
    expires_at: later(world, SETUP_SECONDS).toISOString(),
    create_time: timestamp(world.clock.now()),
  };
}

function readSetup(given: unknown): NewSetup {
  const body = isObject(given) ? given : {};
  const checker = createChecker();
  const customer = checker.object(body, 'customer', '') ?? {};
  const rule = { max: CUSTOMER_ID_MAX, pattern: CUSTOMER_ID };
  const customer_id = checker.text(customer, 'id', '/customer', rule);
  const source = checker.object(body, 'payment_source', '', true) ?? {};
  const [name = '', ...more] = Object.keys(source);
  if (more.length > 0 || (name !== '' && !isObject(source[name])))
    checker.add('INVALID_PARAMETER_SYNTAX', '/payment_source');
  checker.finish();
  if (name === 'card') refuse('NOT_ENABLED_FOR_CARD_PROCESSING', { field: '/payment_source/card' });
  if (name === 'token') refuse('BILLING_AGREEMENT_NOT_FOUND', { field: '/payment_source/token' });
  if (!REDIRECTING.includes(name)) refuse('INVALID_PARAMETER_VALUE', { field: '/payment_source' });
  const { experience_context, ...member } = checkWallet(checker, source, name);
  return {
    customer_id: customer_id ?? newCustomerId(),
    payment_source: { [name]: member },
    return_url: textOf(experience_context['return_url']),
    cancel_url: textOf(experience_context['cancel_url']),
    brand_name: textOf(experience_context['brand_name']),
  };
}

// The wallet's page has to know where it leads back to.
function checkWallet(
  checker: Checker,
  source: Record<string, unknown>,
  name: string,
): Record<string, unknown> & { experience_context: Record<string, unknown> } {
  const at = `/payment_source/${name}`;
  const member = checker.object(source, name, '/payment_source', true) ?? {};
  checker.text(member, 'description', at, { max: DESCRIPTION_MAX });
  checker.text(member, 'usage_type', at, { oneOf: USAGE_TYPES });
  checker.text(member, 'usage_pattern', at, { oneOf: USAGE_PATTERNS });
  checker.text(member, 'customer_type', at, { oneOf: CUSTOMER_TYPES });
  const place = `${at}/experience_context`;
  const context = checker.object(member, 'experience_context', at, name === 'paypal') ?? {};
  checker.text(context, 'brand_name', place, { max: BRAND_MAX });
  const required = name === 'paypal';
  for (const address of ['return_url', 'cancel_url']) {
    checker.text(context, address, place, { required, max: URL_MAX, pattern: WEB_ADDRESS });
  }
  checker.finish();
  return { ...member, experience_context: context };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
