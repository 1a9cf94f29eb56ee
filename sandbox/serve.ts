import { startSandbox, type SandboxOptions } from './main.ts';

// The stand-in as a process of its own, told everything by its environment.

const PORT_DEFAULT = '8701';

function optionsFrom(env: Record<string, string | undefined>): SandboxOptions {
  const need = (name: string): string => {
    const value = env[name];
    if (value === undefined || value === '') throw new Error(`${name} is not set`);
    return value;
  };
  const portText = env['SANDBOX_PORT'] ?? PORT_DEFAULT;
  const port = /^\d{1,5}$/.test(portText) ? Number(portText) : NaN;
  if (!(port >= 0 && port <= 65_535)) throw new Error(`SANDBOX_PORT is not a port: ${portText}`);
  const noticeUrl = env['SANDBOX_NOTICE_URL'] ?? '';
  const gatewayNoticeUrl = env['SANDBOX_GATEWAY_NOTICE_URL'] ?? '';
  let offsetMs = 0;
  return {
    database_url: need('SANDBOX_DATABASE_URL'),
    port,
    clock: { now: () => new Date(Date.now() + offsetMs) },
    move_clock: (offsetSeconds) => {
      offsetMs = offsetSeconds * 1000;
    },
    wallet: {
      client_id: need('WALLET_CLIENT_ID'),
      client_secret: need('WALLET_CLIENT_SECRET'),
      partner_id: need('WALLET_PARTNER_ID'),
      partner_attribution_id: need('WALLET_PARTNER_ATTRIBUTION_ID'),
      webhook_id: need('WALLET_WEBHOOK_ID'),
    },
    notice_url: () => (noticeUrl === '' ? null : noticeUrl),
    gateway_notice_url: (rail) => (gatewayNoticeUrl === '' ? null : gatewayNoticeUrl.replace('{rail}', rail)),
  };
}

async function run(): Promise<void> {
  const sandbox = await startSandbox(optionsFrom(process.env));
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    sandbox.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.write(`sandbox ready at ${sandbox.url}, receivers on port ${sandbox.receivers.port}\n`);
}

run().catch((error: unknown) => {
  process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
