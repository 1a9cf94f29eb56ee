import type { Env } from '../lib/settings.ts';
import { configureGravy } from './gravy/index.ts';
import { configureNmi } from './nmi/index.ts';
import type { ConfiguredRail } from './parts.ts';
import { configurePpcp } from './ppcp/index.ts';

type Configure = (env: Env, environment: 'test' | 'live') => ConfiguredRail | null;

const CONFIGURE: readonly Configure[] = [configurePpcp, configureGravy, configureNmi];

/** The rails that the environment's variables name; each reads its own. Throws ConfigError with a sentence that names the
 *  variable. */
export function configuredRails(env: Env, environment: 'test' | 'live'): readonly ConfiguredRail[] {
  return CONFIGURE.map((configure) => configure(env, environment)).filter((rail) => rail !== null);
}
