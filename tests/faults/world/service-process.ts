import { flushCompileCache } from 'node:module';
import { shiftHost } from './shifted-host.ts';
import { readConfig } from '../../../service/src/config.ts';
import { startService } from '../../../service/src/main.ts';

// The service as a process of its own, so that it can be killed, or stopped in order. It ends with whoever holds its
// standard input, and takes from there, a line each, how many seconds its host's clock is ahead.

async function run(): Promise<void> {
  process.stdin.on('end', () => process.exit(0));
  process.stdin.on('data', (lines: Buffer) => shiftHost(Number(lines.toString().trim().split('\n').at(-1))));
  const { WEBHOOK_CA: ca, LEASE_SECONDS, HOST_AHEAD_SECONDS = '0', ...env } = process.env;
  shiftHost(Number(HOST_AHEAD_SECONDS));
  const deliveries = {
    ...(ca && { ca: [ca] }),
    ...(LEASE_SECONDS && { leaseSeconds: Number(LEASE_SECONDS) }),
  };
  const service = await startService(readConfig(env), { deliveries });
  // Waits for whatever else would keep the process: that is what a supervisor would wait for.
  process.on('SIGTERM', () => {
    process.stdin.destroy();
    void service.close();
  });
  process.stdout.write(`ready ${service.port}\n`);
  // At its end it would be too late for one that is killed.
  flushCompileCache();
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
