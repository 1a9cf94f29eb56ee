import { type RunningSandbox, startSandbox } from '../../sandbox/main.ts';
import { movableClock, type MovableClock } from '../../service/src/lib/clock.ts';
import { createClone, type TestDatabase } from './database.ts';
import { watchProviderWire } from './provider-wire.ts';

/** How the platform is known to the provider of a world. */
export const WALLET = {
  client_id: 'test-client',
  client_secret: 'test-client-secret',
  partner_id: 'PARTNERACC222',
  partner_attribution_id: 'Fairway_Test',
  webhook_id: 'WH-TEST-0001',
};

/** How it is known to the carrier of text messages. */
export const CARRIER = { account: 'AC0123456789abcdef0123456789abcdef', token: 'test-carrier-token' };

export interface ProviderStandIn {
  sandbox: RunningSandbox;
  /** What a service is set to that has this provider and its receivers. */
  settings: Record<string, string>;
  /** Throws when anything on the wire did not fit the provider's interface. */
  judge(): void;
  /** Ends it, without judging. */
  close(): Promise<void>;
}

/** The sandbox in the place of the provider, in this process, over a database of its own or of the caller's. */
export async function startStandIn(of: {
  clock: MovableClock;
  /** Where a rail hears of the provider; null while nobody does. */
  noticesAt: (rail: string) => string | null;
  database_url?: string | undefined;
}): Promise<ProviderStandIn> {
  const { clock, noticesAt } = of;
  const own = of.database_url === undefined ? await createSandboxDatabase() : null;
  const wire = watchProviderWire();
  const database_url = of.database_url ?? own!.url;
  const sandbox = await startSandbox({
    ...{ database_url, port: 0, clock, wallet: WALLET, carrier: CARRIER, witness: wire },
    notice_url: () => noticesAt('ppcp'),
    gateway_notice_url: noticesAt,
  });
  return {
    sandbox,
    settings: settingsOf(sandbox),
    judge: () => wire.conclude(),
    close: async () => {
      await sandbox.close();
      await own?.drop();
    },
  };
}

/** A database of the sandbox as its first start leaves it: that makes tables, and keys that take long. */
export async function createSandboxDatabase(): Promise<TestDatabase> {
  return createClone('sandbox', async (database_url) => {
    const first = await startStandIn({ clock: movableClock(), noticesAt: () => null, database_url });
    await first.close();
  });
}

function settingsOf({ url, receivers }: RunningSandbox): Record<string, string> {
  return {
    WALLET_API_BASE: url,
    WALLET_WEB_BASE: url,
    WALLET_CLIENT_ID: WALLET.client_id,
    WALLET_CLIENT_SECRET: WALLET.client_secret,
    WALLET_PARTNER_ID: WALLET.partner_id,
    WALLET_PARTNER_ATTRIBUTION_ID: WALLET.partner_attribution_id,
    WALLET_WEBHOOK_ID: WALLET.webhook_id,
    SMS_API_BASE: url,
    SMS_ACCOUNT: CARRIER.account,
    SMS_TOKEN: CARRIER.token,
    SMS_FROM: '+15005550006',
    WEBHOOK_CONNECT_TO: `${receivers.host}:443:127.0.0.1:${receivers.port}`,
  };
}
