import { PPCP } from '../../service/src/rails/ppcp/index.ts';
import { noteSending } from '../../service/src/lib/send-in-time.ts';
import type {
  BooksFacet,
  DisputesFacet,
  InvoicesFacet,
  PageFacet,
  Notice,
  OnboardingFacet,
  PaymentsFacet,
  Rail,
  RailKind,
  ReceivedNotice,
  RefundsFacet,
  SearchFacet,
  Seller,
  VaultFacet,
  Verdict,
} from '../../service/src/rails/rail.ts';

const PAGE = { kit: 'buttons', source: 'https://wallet.example/sdk' } as const;

export * from './scripted-answers.ts';

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
  'search.page': SearchFacet['page'];
  'search.one': SearchFacet['one'];
  'page.credential': PageFacet['credential'];
  'page.saverToken': NonNullable<PageFacet['saverToken']>;
  'disputes.read': DisputesFacet['read'];
  'disputes.list': DisputesFacet['list'];
  'disputes.act': DisputesFacet['act'];
  'invoices.draft': InvoicesFacet['draft'];
  'invoices.publish': InvoicesFacet['publish'];
  'invoices.read': InvoicesFacet['read'];
  'invoices.find': InvoicesFacet['find'];
  'invoices.withdraw': InvoicesFacet['withdraw'];
  'vault.setUp': VaultFacet['setUp'];
  'vault.save': VaultFacet['save'];
  'vault.readToken': VaultFacet['readToken'];
  'vault.charge': VaultFacet['charge'];
  'notices.verify': (of: ReceivedNotice & { candidates: readonly Seller[] }) => Promise<Verdict>;
}

type CallName = keyof Calls;
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
    noteSending();
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
    books: {
      detail: call('books.detail'),
      search: {
        ...{ lag_seconds: 3 * 3_600, reach_days: 1_000, shows_reversals: true },
        ...{ page: call('search.page'), one: call('search.one') },
      },
    },
    onboarding: {
      startReferral: call('onboarding.startReferral'),
      findSeller: call('onboarding.findSeller'),
      readSeller: call('onboarding.readSeller'),
      readPrimaryCurrency: call('onboarding.readPrimaryCurrency'),
    },
    page: {
      anywhere: PAGE,
      kit: () => ({
        ...{ ...PAGE, script: null },
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
      reach_days: 180,
      read: call('disputes.read'),
      list: call('disputes.list'),
      act: call('disputes.act'),
    },
    invoices: {
      ...{ draft: call('invoices.draft'), publish: call('invoices.publish') },
      ...{ read: call('invoices.read'), find: call('invoices.find') },
      withdraw: call('invoices.withdraw'),
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
