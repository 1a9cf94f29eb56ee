import pino from 'pino';
import { readConfig } from '../../service/src/config.ts';
import type { Ctx } from '../../service/src/context.ts';
import type { Db } from '../../service/src/db/tx.ts';
import { type MovableClock, movableClock } from '../../service/src/lib/clock.ts';
import { railRegistry } from '../../service/src/rails/registry.ts';

const SETTINGS = {
  OPERATOR_TOKEN: 'operator-token-of-a-context-0123456789',
  SECRETS_KEY: 'secrets-key-of-a-context-0123456789abc',
  WALLET_API_BASE: '',
};

/** What deciding functions are given, over a database: nobody's rails, nothing logged, nobody woken, and a clock that can be
 *  moved, unless said otherwise. `settings` are those of a process, and name the database. */
export function contextOver<Over extends Partial<Ctx>>(
  of: { db: Db; settings: Record<string, string> },
  over?: Over,
): Ctx & { clock: MovableClock } & Over {
  return {
    db: of.db,
    clock: movableClock(),
    rails: railRegistry([]),
    carrier: null,
    config: readConfig({ ...SETTINGS, ...of.settings }),
    log: pino({ level: 'silent' }),
    cut: new AbortController().signal,
    wake: () => undefined,
    ...(over as Over),
  };
}
