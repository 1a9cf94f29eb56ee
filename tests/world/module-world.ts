import { sql } from 'kysely';
import { createHash } from 'node:crypto';
import { inTransaction } from '../../service/src/db/tx.ts';
import { captureMerchantOrder } from '../../service/src/modules/captures/capture-order.ts';
import { readBackOrder } from '../../service/src/modules/captures/index.ts';
import { createChannel } from '../../service/src/modules/channels/index.ts';
import { createMerchant } from '../../service/src/modules/merchants/create-merchant.ts';
import { updateMerchant, readPayingMerchant } from '../../service/src/modules/merchants/index.ts';
import { refreshMerchant } from '../../service/src/modules/onboarding/index.ts';
import { startOnboarding } from '../../service/src/modules/onboarding/start-onboarding.ts';
import { createBuyerOrder } from '../../service/src/modules/orders/index.ts';
import { findTransaction, type TransactionRow } from '../../service/src/modules/payments/index.ts';
import type { SellingMerchant, SessionPlan } from '../../service/src/modules/sessions/create-session.ts';
import { findSession, type SessionRow } from '../../service/src/modules/sessions/index.ts';
import { sessionCreator } from '../../service/src/modules/sessions/create-session.ts';
import { saveInstrument } from '../../service/src/modules/vault/index.ts';
import { startWorld, type World } from './bare-world.ts';
import { GRAVY } from '../../service/src/rails/gravy/index.ts';
import { PPCP } from '../../service/src/rails/ppcp/index.ts';
import type { ProviderCapture, Traits } from '../../service/src/rails/rail.ts';
import { railRegistry } from '../../service/src/rails/registry.ts';
import { Refusal, type RefusalName } from '../../service/src/refusals.ts';
import { orThrow } from '../../service/src/refused.ts';
import { checkEvents } from './raised-events.ts';
import { newProviderId, newScript, orderOf, readySeller, type Script, taken } from './scripted-rail.ts';

// Modules without HTTP and without a provider: a migrated database, a context over it, and a rail that answers by a
// script. What a test needs to begin with is made by the modules' own verbs.

// As if its payments began with their order.
const CONFIGURED = { ...GRAVY, traits: { ...GRAVY.traits, begins: 'with_order' } } as const;
const FEE_PERCENT_MILLIONTHS = 100_000;

/** Who calls a verb, as the audit trail has it. */
export const CALLER = 'key:test';

export interface ModuleWorld {
  ctx: World['ctx'];
  script: Script;
  database_url: string;
  /** A rail whose accounts the operator sets. */
  configured: Script;
  /** Also checks that every event that was raised is as the registry says of its type. */
  close(): Promise<void>;
}

/** `traits` are of the wallet where it is to be another kind of provider. */
export async function startModuleWorld(traits: Partial<Traits> = {}): Promise<ModuleWorld> {
  const world = await startWorld();
  const wallet = { ...PPCP, traits: { ...PPCP.traits, ...traits } };
  const [script, configured] = [newScript(wallet), newScript(CONFIGURED)];
  const rails = railRegistry([script.rail, configured.rail]);
  return {
    ctx: { ...world.ctx, rails: { ...rails, kind: (code) => rails.get(code) ?? rails.kind(code) } },
    script,
    database_url: world.env['DATABASE_URL']!,
    configured,
    close: async () => {
      try {
        await checkEvents(world.env['DATABASE_URL']!);
      } finally {
        await world.close();
      }
    },
  };
}

/** A merchant of a channel of its own, connected to an account that settles in USD; a tenth of each payment is the
 *  platform's. */
export async function connectedMerchant(
  world: ModuleWorld,
  wallet_merchant_id = newProviderId('account'),
): Promise<SellingMerchant> {
  const { ctx } = world;
  const { id: channel_id } = await inTransaction(ctx.db, (tx) => createChannel(tx, ctx, { name: 'Acme' }));
  const seller = { business_name: 'Corner Shop', email: `${channel_id}@example.com`, country_code: 'US' };
  const made = orThrow(await createMerchant(ctx, { channel_id, actor: 'operator', ...seller }));
  const { id: merchant_id } = made.merchant;
  const terms = { platform_fee_percent_millionths: FEE_PERCENT_MILLIONTHS };
  await inTransaction(ctx.db, (tx) => updateMerchant(tx, merchant_id, terms));
  await connectAccount(world, merchant_id, { wallet_merchant_id, reconnect: false });
  const { live_account_id: rail_account_id, rail } = await readPayingMerchant(ctx.db, merchant_id, null);
  return { merchant_id, channel_id, payment_provider: rail, rail_account_id, wallet_primary_currency: 'USD' };
}

/** The merchant goes through onboarding and comes back with this account, which may do everything. */
export async function connectAccount(
  { ctx, script }: ModuleWorld,
  merchant_id: string,
  { wallet_merchant_id, reconnect }: { wallet_merchant_id: string; reconnect: boolean },
): Promise<void> {
  script.answer('onboarding.startReferral', { kind: 'minted', action_url: 'https://wallet.example/consent' });
  script.answer('onboarding.findSeller', { kind: 'found', provider_account: wallet_merchant_id });
  script.answer('onboarding.readSeller', { kind: 'found', seller: readySeller(wallet_merchant_id) });
  await startOnboarding(ctx, { merchant_id, actor: CALLER, reconnect });
  await refreshMerchant(ctx, merchant_id);
}

/** What is sold: 10 USD, and nothing else said of it. */
export function planOf(more: Partial<SessionPlan> = {}): SessionPlan {
  return {
    ...{ amount_cents: 1_000, currency: 'USD', expires_in_minutes: null, metadata: null },
    ...{ external_order_id: null, description: null, buyer_email: null, success_url: null, cancel_url: null },
    ...{ allowed_origins: null, items: null, requires_shipping: null, shipping_address: null },
    shipping_amount_cents: null,
    ...more,
  };
}

export async function openSession(
  { ctx }: ModuleWorld,
  merchant: SellingMerchant,
  more: Partial<SessionPlan> = {},
): Promise<SessionRow> {
  const asked = { plan: planOf(more), key: null, answerOf: () => '' };
  const { session } = orThrow(await sessionCreator(ctx)(merchant, asked));
  return (await findSession(ctx.db, session!.id))!;
}

export interface ApprovedOrder {
  order_id: string;
  transaction_id: string;
  session_id: string;
}

/** An order of a session of its own over 10 USD, unless told otherwise, which its buyer approved. */
export async function approvedOrder(
  world: ModuleWorld,
  merchant: SellingMerchant,
  plan: Partial<SessionPlan> = {},
): Promise<ApprovedOrder> {
  const { ctx, script } = world;
  const { id: session_id } = await openSession(world, merchant, plan);
  const provider_order_id = newProviderId('order');
  script.answer('payments.open', { kind: 'created', provider_order_id, approve_url: null });
  const made = orThrow(await createBuyerOrder(ctx, { session_id, origin: undefined }));
  const transaction_id = made.order.transaction_id!;
  script.answer('payments.find', { kind: 'found', order: orderOf({ provider_order_id }) });
  await readBackOrder(ctx, await transactionOf(world, transaction_id));
  return { order_id: provider_order_id, transaction_id, session_id };
}

/** A payment of 10 USD, unless told otherwise, that was taken, with a tenth of it the platform's. */
export async function capturedPayment(
  world: ModuleWorld,
  merchant: SellingMerchant,
  more: { plan?: Partial<SessionPlan>; capture?: Partial<ProviderCapture> } = {},
): Promise<{ capture_id: string; transaction_id: string }> {
  const { order_id, transaction_id } = await approvedOrder(world, merchant, more.plan);
  world.script.answer('payments.take', taken(more.capture, order_id));
  const { merchant_id } = merchant;
  const { transaction } = orThrow(await captureMerchantOrder(world.ctx, { merchant_id, order_id }));
  return { capture_id: transaction.provider_capture_id!, transaction_id };
}

export interface ApprovedSetup {
  session: SessionRow;
  order_id: string;
}

/** A session of amount 0, and what its buyer approved to have an instrument saved for this customer. */
export async function approvedSetup(
  world: ModuleWorld,
  merchant: SellingMerchant,
  customer_ref: string,
): Promise<ApprovedSetup> {
  const { ctx, script } = world;
  script.answer('page.saverToken', { kind: 'minted', token: 'user-id-token' });
  const session = await openSession(world, merchant, { amount_cents: 0, metadata: { customer_ref } });
  const named = {
    provider_setup_id: newProviderId('setup'),
    provider_customer_id: `at-wallet-${customer_ref}`,
  };
  script.answer('vault.setUp', { kind: 'created', ...named, approve_url: null });
  const made = orThrow(await createBuyerOrder(ctx, { session_id: session.id, origin: undefined }));
  return { session, order_id: made.order.order_id };
}

/** What the provider answers when an instrument was saved. */
export function savedAs(provider_token_id: string) {
  const token = { provider_token_id, provider_customer_id: null, source_type: 'card', label: 'Visa 1111' };
  return { kind: 'saved', token } as const;
}

/** An instrument of the customer that can be charged; answers what the provider calls it. */
export async function savedToken(
  world: ModuleWorld,
  merchant: SellingMerchant,
  customer_ref: string,
): Promise<string> {
  const setup = await approvedSetup(world, merchant, customer_ref);
  const provider_token_id = newProviderId('token');
  world.script.answer('vault.save', savedAs(provider_token_id));
  orThrow(await saveInstrument(world.ctx, setup));
  return provider_token_id;
}

export async function transactionOf({ ctx }: ModuleWorld, id: string): Promise<TransactionRow> {
  return (await findTransaction(ctx.db, id))!;
}

export async function sessionStatus({ ctx }: ModuleWorld, id: string): Promise<string> {
  return (await findSession(ctx.db, id))!.status;
}

/** The types of the events about payments of a merchant, in the order in which they were raised. */
export async function paymentEvents({ ctx }: ModuleWorld, merchant_id: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from events where merchant_id = ${merchant_id} and type like 'payment.%' order by id`.execute(
    ctx.db,
  );
  return rows.map(({ type }) => type);
}

/** What the audit trail tells of a subject, oldest first: who, what, and in which detail. */
export async function trailOf({ ctx }: ModuleWorld, subject: string): Promise<[string, string, unknown][]> {
  const entries = await ctx.db
    .selectFrom('audit_entries')
    .select(['actor', 'action', 'detail'])
    .where('subject', '=', subject)
    .orderBy('id')
    .execute();
  return entries.map(({ actor, action, detail }) => [actor, action, detail]);
}

/** A context of a process that stops: it waits for nobody else's call. */
export function stopping({ ctx }: ModuleWorld): World['ctx'] {
  return { ...ctx, cut: AbortSignal.abort() };
}

/** The name under which a verb refused; null when it did not. Any other failure is the test's. */
export async function refusalOf(work: Promise<unknown>): Promise<RefusalName | null> {
  return (await refused(work))?.refusal ?? null;
}

export async function refused(work: Promise<unknown>): Promise<Refusal | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

export function fingerprintOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
