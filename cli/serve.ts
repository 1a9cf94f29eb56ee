import { readConfig } from '../service/src/config.ts';
import { startService } from '../service/src/main.ts';
import { type Command, readOptions } from './command.ts';

const STOP_WITHIN_MS = 20_000;

export const serveCommand: Command = {
  usage: '[--roles api,worker]',
  summary: 'run the service over the database of DATABASE_URL',
  run: async (args) => {
    const { roles } = readOptions(args, { roles: { type: 'string' } });
    const config = readConfig(roles === undefined ? process.env : { ...process.env, ROLES: roles });
    const service = await startService(config);
    process.stdout.write(
      `Fairway serves ${config.roles.join(' and ')} on port ${service.port} as ${service.url}\n`,
    );
    await signalled();
    // A call that never ends must not keep the process.
    const late = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
    await service.close();
    clearTimeout(late);
  },
};

// The first signal stops; a second one while stopping changes nothing.
function signalled(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve());
  });
}
