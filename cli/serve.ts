import { defineCommand } from './command.ts';

const STOP_WITHIN_MS = 20_000;

export const serveCommand = defineCommand({
  options: {
    roles: { type: 'string', value: 'api,worker', summary: 'what this process does; both when left out' },
  },
  detail: 'Settings come from environment variables; README.md lists them.',
  run: async ({ values: { roles }, output }) => {
    // The whole service is brought for running it, not for telling its options.
    const { readConfig } = await import('../service/src/config.ts');
    const { startService } = await import('../service/src/main.ts');
    const config = readConfig(roles === undefined ? process.env : { ...process.env, ROLES: roles });
    const service = await startService(config);
    const { port, url } = service;
    output.result(
      { roles: config.roles, port, url },
      `Fairway serves ${config.roles.join(' and ')} on port ${port} as ${url}`,
    );
    await signalled();
    // A call that never ends must not keep the process.
    const late = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    await service.close();
    clearTimeout(late);
  },
});

// The first signal stops; a second one while stopping changes nothing.
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}
