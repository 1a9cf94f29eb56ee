import { defineCommand, UsageError } from './command.ts';
import { serveAdvice } from './serve-advice.ts';

// Beside a load balancer that asks for readiness every few seconds; with the time that the stop itself may take it stays
// below the half minute after which supervisors kill.
const STOP_DELAY_SECONDS = '5';
const SLACK_MS = 1_000;
const LEFT_OPEN_MS = 100;

export const serveCommand = defineCommand({
  options: {
    roles: { type: 'string', value: 'api,worker', summary: 'what this process does; both when left out' },
  },
  detail: 'Settings come from environment variables; README.md lists them.',
  run: async ({ values: { roles }, output }) => {
    // As of a variable of a unit's that is not set: it would do both.
    if (roles === '') throw new UsageError('--roles is empty');
    // The whole service is brought for running it, not for telling its options.
    const { readConfig } = await import('../service/src/config.ts');
    const { startService } = await import('../service/src/main.ts');
    const { STOP_WITHIN_MS } = await import('../service/src/stopping.ts');
    const env = { STOP_DELAY_SECONDS, ...process.env };
    const config = readConfig(roles === undefined ? env : { ...env, ROLES: roles });
    const service = await startService(config);
    const { port, url } = service;
    // Whoever reads that it serves may stop it at once.
    const stopping = signalled();
    output.result(
      { roles: config.roles, port, url },
      `Fairway serves ${config.roles.join(' and ')} on port ${port} as ${url}`,
    );
    for (const advice of serveAdvice({ ...config, base_url: url }, env)) output.note(advice);
    await stopping;
    // Whatever hangs then must not keep the process.
    const limitMs = config.stop_delay_seconds * 1_000 + STOP_WITHIN_MS + SLACK_MS;
    setTimeout(() => process.exit(1), limitMs).unref();
    await service.close();
    // Nor may what is left of a connection whose other side a database that hangs does not close.
    setTimeout(() => process.exit(), LEFT_OPEN_MS).unref();
  },
});

// The first signal stops; a second one while stopping changes nothing.
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}
