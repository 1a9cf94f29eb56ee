import { execFile } from 'node:child_process';
import { access, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEBIAN = '/usr/lib/postgresql';

/** The pgbench of this machine, or null when there is none. */
export async function findPgbench(): Promise<string | null> {
  const versions = await readdir(DEBIAN).catch(() => []);
  const places = [
    ...(process.env['PATH'] ?? '').split(':').map((folder) => path.join(folder, 'pgbench')),
    ...versions
      .sort()
      .reverse()
      .map((version) => path.join(DEBIAN, version, 'bin', 'pgbench')),
  ];
  for (const place of places) {
    if (
      await access(place).then(
        () => true,
        () => false,
      )
    )
      return place;
  }
  return null;
}

/** Runs a script with pgbench and returns transactions per second. `statements` are sent one after the other, as the
 *  service sends them; each is a transaction of its own. */
export async function runPgbench(options: {
  pgbench: string;
  url: string;
  statements: readonly string[];
  clients: number;
  seconds: number;
}): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fairway-pgbench-'));
  try {
    const script = path.join(folder, 'script.sql');
    // The number makes ids unique over clients and runs.
    const lines = ['\\set n random(1, 9000000000000000)', ...options.statements];
    await writeFile(script, `${lines.join('\n')}\n`);
    const { stdout } = await run(options.pgbench, [
      '--no-vacuum',
      '--protocol=prepared',
      `--client=${options.clients}`,
      '--jobs=1',
      `--time=${options.seconds}`,
      `--file=${script}`,
      options.url,
    ]);
    const found = /tps = ([\d.]+)/.exec(stdout);
    if (!found) throw new Error(`pgbench said nothing of its rate: ${stdout}`);
    return Number(found[1]);
  } finally {
    await rm(folder, { recursive: true });
  }
}
