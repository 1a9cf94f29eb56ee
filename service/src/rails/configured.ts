import type { Env } from '../lib/settings.ts';
import type { ConfiguredRail } from './parts.ts';
import { configurePpcp } from './ppcp/index.ts';

const CONFIGURE = [configurePpcp];

/** The rails that the environment's variables name; each reads its own. Throws ConfigError with a sentence that names the
 *  variable. */
export function configuredRails(env: Env, environment: 'test' | 'live'): readonly ConfiguredRail[] {
  return CONFIGURE.map((configure) => configure(env, environment)).filter((rail) => rail !== null);
}
