import { processesIn } from '../../local/processes.ts';

/** Lets the server in `directory`, and whatever it has started, go on when somebody holds them: what is held hears no signal but
 *  the one that kills it, and what it leaves then keeps its shared memory from the next one. */
export async function resumeServer(pid: number, directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  for (const held of new Set([pid, ...(await processesIn(directory))])) {
    try {
      process.kill(held, 'SIGCONT');
    } catch {
      // Gone meanwhile, or not ours.
    }
  }
}
