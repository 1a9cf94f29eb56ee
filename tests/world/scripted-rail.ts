import { minor } from '../../service/src/lib/money.ts';
import { PPCP } from '../../service/src/rails/ppcp/index.ts';
import type {
  BooksFacet,
  DisputesFacet,
  PageFacet,
  Notice,
  OnboardingFacet,
  PaymentsFacet,
  ProviderCapture,
  ProviderDispute,
  ProviderOrder,
  ProviderRefusal,
  ProviderSeller,
  Rail,
  RailKind,
  ReceivedNotice,
  RefundsFacet,
  Seller,
  VaultFacet,
  Verdict,
} from '../../service/src/rails/rail.ts';

/** Every call of a provider, by facet and name. */
interface Calls {
  'onboarding.startReferral': OnboardingFacet['startReferral'];
  'onboarding.findSeller': OnboardingFacet['findSeller'];
  'onboarding.readSeller': OnboardingFacet['readSeller'];
  'onboarding.readPrimaryCurrency': OnboardingFacet['readPrimaryCurrency'];
  'payments.open': PaymentsFacet['open'];
  'payments.find': PaymentsFacet['find'];
  'payments.take': PaymentsFacet['take'];
  'refunds.issue': RefundsFacet['issue'];
  'refunds.read': RefundsFacet['read'];
  'refunds.list': RefundsFacet['list'];
  'books.detail': BooksFacet['detail'];
  'page.credential': PageFacet['credential'];
  'page.saverToken': PageFacet['saverToken'];
  'disputes.read': DisputesFacet['read'];
  'disputes.list': DisputesFacet['list'];
  'disputes.act': DisputesFacet['act'];
  'vault.setUp': VaultFacet['setUp'];
  'vault.save': VaultFacet['save'];
  'vault.readToken': VaultFacet['readToken'];
  'vault.charge': VaultFacet['charge'];
  'notices.verify': (of: ReceivedNotice & { candidates: readonly Seller[] }) => Promise<Verdict>;
}

export type CallName = keyof Calls;
type Asked<N extends CallName> = Parameters<Calls[N]>[0];
type Outcome<N extends CallName> = Awaited<ReturnType<Calls[N]>>;
type Step<N extends CallName> = (asked: Asked<N>) => Promise<Outcome<N>>;

/** What a provider will answer, and what it was asked. A call that nobody wrote an answer for fails: it ought not to have
 *  been made. */
export interface Script {
  readonly rail: Rail;
  /** The next calls of this name are answered so, in this order. */
  answer<N extends CallName>(name: N, ...outcomes: Outcome<N>[]): void;
  /** The next call of this name is answered by what `step` makes of it, in its own time. */
  answerBy<N extends CallName>(name: N, step: Step<N>): void;
  /** What calls of this name asked, since the script was last begun anew. */
  asked<N extends CallName>(name: N): Asked<N>[];
  /** Answers that nobody called for. */
  unused(): CallName[];
  beginAnew(): void;
}

interface Entry {
  name: CallName;
  step: (asked: unknown) => Promise<unknown>;
}

/** The wallet, unless told to be another rail. */
export function newScript(kind: RailKind = PPCP): Script {
  let written: Entry[] = [];
  let asked: { name: CallName; of: unknown }[] = [];
  const call = async (name: CallName, of: unknown): Promise<unknown> => {
    asked.push({ name, of });
    const index = written.findIndex((entry) => entry.name === name);
    const [entry] = index < 0 ? [] : written.splice(index, 1);
    if (!entry) throw new Error(`${name} was called, and the script has no answer`);
    return entry.step(of);
  };
  const answerBy: Script['answerBy'] = (name, step) => {
    written.push({ name, step: step as Entry['step'] });
  };
  return {
    rail: railOf(kind, <N extends CallName>(name: N) => ((of: unknown) => call(name, of)) as Step<N>),
    answerBy,
    answer: (name, ...outcomes) =>
      outcomes.forEach((outcome) => answerBy(name, () => Promise.resolve(outcome))),
    asked: <N extends CallName>(name: N) =>
      asked.filter((one) => one.name === name).map(({ of }) => of as Asked<N>),
    unused: () => written.map(({ name }) => name),
    beginAnew: () => {
      written = [];
      asked = [];
    },
  };
}

function railOf(kind: RailKind, call: <N extends CallName>(name: N) => Step<N>): Rail {
  return {
    ...kind,
    payments: {
      open: call('payments.open'),
      find: call('payments.find'),
      take: call('payments.take'),
    },
    refunds: { issue: call('refunds.issue'), read: call('refunds.read'), list: call('refunds.list') },
    books: { detail: call('books.detail') },
    onboarding: {
      startReferral: call('onboarding.startReferral'),
      findSeller: call('onboarding.findSeller'),
      readSeller: call('onboarding.readSeller'),
      readPrimaryCurrency: call('onboarding.readPrimaryCurrency'),
    },
    page: {
      kit: () => ({
        ...{ script: null, source: 'https://wallet.example/sdk' },
        ...{ client_id: 'client', partner_attribution_id: 'partner' },
      }),
      credential: call('page.credential'),
      saverToken: call('page.saverToken'),
    },
    vault: {
      setUp: call('vault.setUp'),
      save: call('vault.save'),
      readToken: call('vault.readToken'),
      charge: call('vault.charge'),
    },
    disputes: {
      quiet_seconds: 30,
      read: call('disputes.read'),
      list: call('disputes.list'),
      act: call('disputes.act'),
    },
    notices: {
      claim: ({ raw_body }) => ({ account_hint: toldIn(raw_body).account ?? null }),
      verify: (received, candidates) => call('notices.verify')({ ...received, candidates }),
      read: (body) => (body as Told).notice ?? null,
      identify: (body) => {
        const { id: provider_notice_id, type: notice_type } = body as Told;
        return { provider_notice_id, notice_type };
      },
    },
  };
}

/** A notice of a scripted provider. */
interface Told {
  id: string;
  type: string;
  account?: string;
  notice?: Notice;
}

function toldIn(raw: Buffer): Told {
  return JSON.parse(raw.toString('utf8')) as Told;
}

export const UNKNOWN = { kind: 'unknown', problem: 'no answer' } as const;
export const UNREACHABLE = {
  kind: 'unreachable',
  problem: 'connection refused',
  retry_after_seconds: null,
} as const;

export function noBecause(issue: string): ProviderRefusal {
  return { issue, description: `The provider said ${issue}.`, debug_id: 'debug', provider_status: null };
}

/** A seller who may do everything. */
export function readySeller(wallet_merchant_id: string): ProviderSeller {
  return {
    ...{ wallet_merchant_id, tracking_id: null, country: 'US', primary_currency: 'USD' },
    ...{ email_confirmed: true, payments_receivable: true, has_checkout_product: true, can_vault: true },
    ...{ acdc_status: 'active', apple_pay_status: 'active', google_pay_status: 'active' },
    granted: {
      missing_scopes: [],
      features: {
        ...{ checkout_platform_fee: true, disputes: true, transaction_search: true },
        ...{ reporting_reconciliation: true, merchant_info: true, advanced_card_checkout: true },
      },
    },
  };
}

/** A capture in the provider's words: all of 10 USD, unless told otherwise. */
function captureOf(
  more: Partial<ProviderCapture> & Pick<ProviderCapture, 'provider_capture_id'>,
): ProviderCapture {
  return {
    provider_order_id: null,
    ...{ status: 'completed', status_raw: 'COMPLETED', status_reason: null, processor_response: null },
    ...{ amount: minor(1_000), currency: 'USD', captured_at: null },
    ...{ provider_fee: minor(59), platform_fee_collected: minor(100), net_amount: minor(841) },
    ...more,
  };
}

/** An order in the provider's words, approved and not captured unless told otherwise. */
export function orderOf(
  more: Partial<ProviderOrder> & Pick<ProviderOrder, 'provider_order_id'>,
): ProviderOrder {
  return {
    ...{ status: 'approved', status_raw: 'APPROVED', transaction_id: null, capture: null },
    ...{ payment_method_raw: 'wallet', payment_method_scheme: null, buyer_email: null },
    ...{ billing_address: null, shipping_address: null },
    ...more,
  };
}

/** What a capture that was carried out answers, for an order of its own when none is named. */
export function taken(more: Partial<ProviderCapture> = {}, provider_order_id = newProviderId('order')) {
  const capture = captureOf({ provider_order_id, provider_capture_id: newProviderId('capture'), ...more });
  const order = orderOf({ provider_order_id, status: 'completed', status_raw: 'COMPLETED', capture });
  return { kind: 'captured', capture, order } as const;
}

/** A dispute of 10 USD that waits for the seller, unless told otherwise. */
export function disputeOf(
  more: Partial<ProviderDispute> & Pick<ProviderDispute, 'provider_dispute_id' | 'opened_at'>,
): ProviderDispute {
  return {
    ...{ provider_transaction_id: null, status: 'WAITING', is_resolved: false, reason: null, outcome: null },
    ...{ amount: minor(1_000), currency: 'USD', response_deadline: null, payload: {} },
    ...{ available_actions: ['escalate', 'send-message'], answered: [] },
    updated_at: more.opened_at,
    ...more,
  };
}

let made = 0;

/** An id of the provider's that no other thing of this process has. */
export function newProviderId(what: string): string {
  made += 1;
  return `${what}-${made}`;
}
