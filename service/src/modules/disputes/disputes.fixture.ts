import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import {
  connectedMerchant,
  type ModuleWorld,
  startModuleWorld,
} from '../../../../tests/world/module-world.ts';
import { disputeOf, newProviderId } from '../../../../tests/world/scripted-rail.ts';
import type { ProviderDispute } from '../../rails/rail.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { hearOfDispute } from './hear-of-dispute.ts';
import { findByProvider } from './queries.ts';

/** A world for the tests of a file, and for each of them a merchant of its own; nothing that was scripted is left over. */
export function disputeSteps() {
  const on = {} as { world: ModuleWorld; merchant: SellingMerchant; account: string };
  beforeAll(async () => {
    on.world = await startModuleWorld();
  });
  afterAll(() => on.world.close());
  beforeEach(async () => {
    on.world.script.beginAnew();
    on.merchant = await connectedMerchant(on.world);
    on.account = await accountOf(on.merchant);
  });
  afterEach(() => expect(on.world.script.unused()).toEqual([]));

  async function accountOf({ merchant_id }: SellingMerchant): Promise<string> {
    const row = await on.world.ctx.db
      .selectFrom('rail_accounts')
      .select('provider_account')
      .where('merchant_id', '=', merchant_id)
      .executeTakeFirstOrThrow();
    return row.provider_account;
  }

  const at = (seconds: number) => new Date(on.world.ctx.clock.now().getTime() + seconds * 1_000);

  /** What the provider shows of a dispute from now on, each time it is asked once. */
  const shows = (...states: ProviderDispute[]) =>
    states.forEach((dispute) => on.world.script.answer('disputes.read', { kind: 'found', dispute }));
  const hear = (provider_dispute_id: string, provider_account = on.account) =>
    hearOfDispute(on.world.ctx, { provider: 'ppcp', provider_dispute_id, provider_account });
  const known = async (provider_dispute_id: string) =>
    (await findByProvider(on.world.ctx.db, { provider: 'ppcp', provider_dispute_id }))!;

  async function opened(more: Partial<ProviderDispute> = {}): Promise<ProviderDispute> {
    const dispute = disputeOf({ provider_dispute_id: newProviderId('dispute'), opened_at: at(-60), ...more });
    shows(dispute);
    await hear(dispute.provider_dispute_id);
    return dispute;
  }

  async function events(of: SellingMerchant = on.merchant): Promise<string[]> {
    const { rows } = await sql<{ type: string }>`
      select type from events where merchant_id = ${of.merchant_id} and type like 'dispute.%' order by id`.execute(
      on.world.ctx.db,
    );
    return rows.map(({ type }) => type.slice('dispute.'.length));
  }

  return { on, at, shows, hear, known, opened, events };
}
