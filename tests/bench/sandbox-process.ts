import { startSandbox } from '../../sandbox/main.ts';
import type { WalletIdentity } from '../../sandbox/main.ts';

interface SandboxPlan extends WalletIdentity {
  database_url: string;
  notice_url: string;
}

// The sandbox in a process of its own, over a database of its own.
async function start({ database_url, notice_url, ...wallet }: SandboxPlan): Promise<void> {
  const clock = { now: () => new Date() };
  const { port } = await startSandbox({
    ...{ database_url, port: 0, clock, wallet, notice_url: () => notice_url },
  });
  process.send!({ port });
}

process.once('message', (plan: SandboxPlan) => void start(plan));
process.once('SIGTERM', () => process.exit(0));
