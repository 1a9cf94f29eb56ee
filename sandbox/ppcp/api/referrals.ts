import type { FastifyInstance } from 'fastify';
import { newReferralId } from '../shapes/ids.ts';
import { insertRecord, readRecord } from '../../machine/store/records.ts';
import type { Link, Referral } from '../shapes/shapes.ts';
import { timestamp, transact, type World } from '../shapes/world.ts';
import { createChecker, isObject, type Checker } from '../checks/checker.ts';
import { provide, type Answer, type Call } from './operation.ts';
import { refuse } from '../checks/problem.ts';
import { findReplay, rememberReplay } from '../acts/replays.ts';
import { FEATURES } from '../checks/scopes.ts';

const URL_MAX = 127;
const TEXT_MAX = 127;
const LIST_MAX = 5;
const FEATURES_MAX = 20;
const LISTED = { min: 1, issue: 'INVALID_ARRAY_LENGTH' } as const;
const WEB_ADDRESS = /^https?:\/\/[^\s]+$/;
const LANGUAGE = /^[a-z]{2}(?:-[A-Z][a-z]{3})?(?:-(?:[A-Z]{2}))?$/;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));
const PRODUCTS = words(
  'EXPRESS_CHECKOUT PPCP PAYMENT_METHODS ADVANCED_VAULTING PAYPAL_COMMERCE_PLATFORM_BUSINESS ' +
    'PPPLUS WEBSITE_PAYMENT_PRO IZETTLE',
);
const CAPABILITIES = words('PAYPAL_WALLET_VAULTING_ADVANCED PAY_UPON_INVOICE APPLE_PAY GOOGLE_PAY');
const OPERATIONS = words(
  'API_INTEGRATION BANK_ADDITION BILLING_AGREEMENT CONTEXTUAL_MARKETING_CONSENT SALESFORCE_REFERRAL',
);
const OVERRIDES = words(
  'partner_logo_url return_url return_url_description action_renewal_url show_add_credit_card',
);
const CONSENTS = words('SHARE_DATA_CONSENT');
const METHODS = words('PAYPAL BRAINTREE');
const TYPES = words('THIRD_PARTY FIRST_PARTY');

/** Serves Partner Referrals v2: create and show. */
export function serveReferrals(app: FastifyInstance, world: World): void {
  provide(app, world, {
    method: 'POST',
    path: '/v2/customer/partner-referrals',
    fault: 'referrals.create',
    handle: createReferral,
  });
  provide(app, world, {
    method: 'GET',
    path: '/v2/customer/partner-referrals/:referral_id',
    handle: showReferral,
  });
}

async function createReferral(call: Call): Promise<Answer> {
  const referral = readReferral(call);
  return transact(call.world, async (tx) => {
    const earlier = await findReplay(tx, call.world, 'referrals.create', call.requestId);
    if (earlier !== null) return { status: 200, body: { links: linksOf(call.world, earlier) } };
    await insertRecord(tx, 'referral', referral.referral_id, referral);
    await rememberReplay(tx, call.world, 'referrals.create', {
      requestId: call.requestId,
      resource_id: referral.referral_id,
    });
    return { status: 201, body: { links: linksOf(call.world, referral.referral_id) } };
  });
}

async function showReferral(call: Call): Promise<Answer> {
  const id = call.params['referral_id'] ?? '';
  const referral = await readRecord(call.world.db, 'referral', id);
  if (referral === null)
    return refuse('INVALID_RESOURCE_ID', { field: 'partner_referral_id', location: 'path' });
  const body = {
    partner_referral_id: id,
    submitter_payer_id: call.world.wallet.partner_id,
    referral_data: referral.data,
    links: linksOf(call.world, id),
  };
  return { status: 200, body };
}

function linksOf(world: World, id: string): (Link & { description: string })[] {
  const base = world.address.url;
  return [
    {
      href: `${base}/v2/customer/partner-referrals/${id}`,
      rel: 'self',
      method: 'GET',
      description: 'Read the referral data that was shared.',
    },
    {
      href: `${base}/bizsignup/partner/onboardingentry?token=${id}`,
      rel: 'action_url',
      method: 'GET',
      description: 'Send the seller to this page to consent.',
    },
  ];
}

function readReferral(call: Call): Referral {
  const checker = createChecker();
  if (!isObject(call.body))
    return refuse('MISSING_REQUIRED_PARAMETER', { field: '/operations', location: 'body' });
  const body = call.body;
  const tracking = checker.text(body, 'tracking_id', '', { max: TEXT_MAX });
  checker.text(body, 'email', '', { max: 254, pattern: EMAIL });
  checker.text(body, 'preferred_language_code', '', { max: 10, pattern: LANGUAGE });
  checker.text(body, 'legal_country_code', '', { pattern: /^[A-Z]{2}$/ });
  checkNames(checker, body, 'products', PRODUCTS);
  checkNames(checker, body, 'capabilities', CAPABILITIES);
  if (body['capabilities'] !== undefined && body['products'] === undefined) {
    checker.add('INVALID_PARAMETER_VALUE', '/capabilities');
  }
  checkConsents(checker, body);
  const features = readOperations(checker, body);
  const return_url = readOverride(checker, body);
  checker.finish();
  return {
    referral_id: newReferralId(),
    data: body,
    tracking_id: tracking ?? null,
    features,
    return_url,
    state: 'open',
    account_id: null,
    created_at: timestamp(call.world.clock.now()),
    finished_at: null,
  };
}

function checkNames(
  checker: Checker,
  body: Record<string, unknown>,
  name: string,
  known: ReadonlySet<string>,
): void {
  const list = checker.list(body, name, '', { ...LISTED, max: LIST_MAX }) ?? [];
  list.forEach((entry, index) => {
    if (typeof entry === 'string' && known.has(entry)) return;
    checker.add('INVALID_PARAMETER_VALUE', `/${name}/${index}`, entry);
  });
}

function checkConsents(checker: Checker, body: Record<string, unknown>): void {
  const list = checker.list(body, 'legal_consents', '', { required: true, ...LISTED, max: LIST_MAX }) ?? [];
  list.forEach((entry, index) => {
    const at = `/legal_consents/${index}`;
    if (!isObject(entry)) return checker.add('INVALID_PARAMETER_SYNTAX', at);
    checker.text(entry, 'type', at, { required: true, oneOf: CONSENTS });
    if (typeof entry['granted'] !== 'boolean') checker.add('MISSING_REQUIRED_PARAMETER', `${at}/granted`);
  });
}

function readOperations(checker: Checker, body: Record<string, unknown>): string[] {
  const list = checker.list(body, 'operations', '', { required: true, ...LISTED, max: LIST_MAX }) ?? [];
  return list.flatMap((entry, index) => {
    const at = `/operations/${index}`;
    if (!isObject(entry)) {
      checker.add('INVALID_PARAMETER_SYNTAX', at);
      return [];
    }
    const operation = checker.text(entry, 'operation', at, { required: true, oneOf: OPERATIONS });
    if (operation !== 'API_INTEGRATION') return [];
    const preference = checker.object(entry, 'api_integration_preference', at, true);
    return preference ? readRest(checker, preference, `${at}/api_integration_preference`) : [];
  });
}

function readRest(checker: Checker, preference: Record<string, unknown>, at: string): string[] {
  const rest = checker.object(preference, 'rest_api_integration', at, true);
  if (rest === undefined) return [];
  const path = `${at}/rest_api_integration`;
  checker.text(rest, 'integration_method', path, { oneOf: METHODS });
  const type = checker.text(rest, 'integration_type', path, { required: true, oneOf: TYPES });
  const member = type === 'FIRST_PARTY' ? 'first_party_details' : 'third_party_details';
  const details = checker.object(rest, member, path, true);
  if (details === undefined) return [];
  if (type === 'FIRST_PARTY') {
    checker.text(details, 'seller_nonce', `${path}/${member}`, { required: true, min: 44, max: 128 });
  }
  const features = checker.list(details, 'features', `${path}/${member}`, {
    required: true,
    ...LISTED,
    max: FEATURES_MAX,
  });
  (features ?? []).forEach((feature, index) => {
    if (typeof feature === 'string' && FEATURES.has(feature)) return;
    checker.add('INVALID_PARAMETER_VALUE', `${path}/${member}/features/${index}`, feature);
  });
  return (features ?? []).map(String);
}

function readOverride(checker: Checker, body: Record<string, unknown>): string | null {
  const override = checker.object(body, 'partner_config_override', '');
  if (override === undefined) return null;
  const at = '/partner_config_override';
  for (const name of Object.keys(override)) {
    if (!OVERRIDES.has(name)) checker.add('NOT_SUPPORTED', `${at}/${name}`);
  }
  for (const name of ['partner_logo_url', 'action_renewal_url']) {
    checker.text(override, name, at, { max: URL_MAX, pattern: WEB_ADDRESS });
  }
  checker.text(override, 'return_url_description', at, { max: URL_MAX });
  const credit = override['show_add_credit_card'];
  if (credit !== undefined && typeof credit !== 'boolean') {
    checker.add('INVALID_PARAMETER_SYNTAX', `${at}/show_add_credit_card`);
  }
  return checker.text(override, 'return_url', at, { max: URL_MAX, pattern: WEB_ADDRESS }) ?? null;
}
