import { isIP } from 'node:net';
import { type Keyring, keyringOf } from './lib/keyring.ts';
import { ConfigError, type Env, integer, oneOf, readTogether, scale, webBase } from './lib/settings.ts';
import { type CarrierSettings, readCarrierSettings } from './carrier/read-settings.ts';
import { configuredRails } from './rails/configured.ts';
import type { ConfiguredRail } from './rails/parts.ts';

export { ConfigError } from './lib/settings.ts';

export interface Config {
  environment: 'test' | 'live';
  database_url: string;
  port: number;
  host: string;
  base_url: string;
  roles: readonly ('api' | 'worker')[];
  operator_token: string;
  /** What seals secrets at rest, and what opens them besides. */
  secrets_keys: Keyring;
  /** Connections of one process to the database, for requests and sweeps; deliveries have a few of their own. */
  database_connections: number;
  /** The payment providers that it can be paid by. */
  rails: readonly ConfiguredRail[];
  /** Whoever takes text messages to phones; null where nobody does. */
  carrier: CarrierSettings | null;
  webhook_connect_to: ReadonlyMap<string, { host: string; port: number }>;
  webhook_retry_scale: number;
  rate_limit_scale: number;
  trusted_proxies: readonly string[];
  /** For so long readiness says no before the listener closes. */
  stop_delay_seconds: number;
  log_level: string;
  /** How long what nobody's money depends on is kept; null is for ever. */
  keep: Record<keyof typeof KEPT_DAYS, number | null>;
}

const KNOWN_FAIRWAY = new Set(['FAIRWAY_HOME', 'FAIRWAY_ENVIRONMENT']);
const TEST_ONLY = ['WEBHOOK_CONNECT_TO', 'WEBHOOK_RETRY_SCALE', 'RATE_LIMIT_SCALE'];
const KEPT_DAYS = {
  attempts_days: 90,
  deliveries_days: 365,
  notices_days: 365,
  audit_days: 730,
  sessions_days: 365,
} as const;
// Longer than anything is waited for that these are about.
const KEPT_DAYS_MIN = 45;
const KEPT_DAYS_MAX = 36_500;
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const SECRET_MIN = 32;
const PORT_MAX = 65_535;
// A token outside of this could never be presented in an Authorization header.
const BEARER = /^[A-Za-z0-9._~+/=-]{1,512}$/;
const HOST_NAME = /^(?![\d.]+$)[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?$/i;
const ROLES = ['api', 'worker'] as const;

/** Reads the whole configuration from the environment's variables. Throws ConfigError with a sentence that names the
 *  variable, for each that is missing or wrong on a line of its own; nothing else in the service reads the environment. */
export function readConfig(env: Env): Config {
  const environment = () => oneOf(env, 'FAIRWAY_ENVIRONMENT', ['test', 'live'] as const, 'test');
  const port = () => integer(env, 'PORT', 8700, { min: 0, max: PORT_MAX });
  const { config } = readTogether({
    names: () => refuseUnknown(env),
    switches: () => environment() === 'live' && refuseTestSwitches(env),
    config: () =>
      readTogether<Config>({
        environment,
        database_url: () => readDatabaseUrl(env),
        port,
        host: () => host(env),
        base_url: () => webBase(env, 'BASE_URL', `http://127.0.0.1:${port()}`),
        roles: () => roles(env),
        operator_token: () => operatorToken(env),
        secrets_keys: () => readSecretsKeys(env),
        database_connections: () => integer(env, 'DATABASE_CONNECTIONS', 15, { min: 2, max: 500 }),
        rails: () => configuredRails(env, environment()),
        carrier: () => readCarrierSettings(env, environment()),
        webhook_connect_to: () => connectTo(env),
        webhook_retry_scale: () => scale(env, 'WEBHOOK_RETRY_SCALE'),
        rate_limit_scale: () => scale(env, 'RATE_LIMIT_SCALE'),
        trusted_proxies: () => proxies(env),
        stop_delay_seconds: () => integer(env, 'STOP_DELAY_SECONDS', 0, { min: 0, max: 60 }),
        log_level: () => oneOf(env, 'LOG_LEVEL', LOG_LEVELS, 'info'),
        keep: () => readKept(env),
      }),
  });
  return config;
}

// Names that can only be meant for this program, and those of them that are known. Other programs have variables in the same
// environment.
const OWN_NAMES = [
  { form: /^FAIRWAY_/, known: [...KNOWN_FAIRWAY] },
  { form: /^KEEP_[A-Z]+_DAYS$/, known: Object.keys(KEPT_DAYS).map(keepSetting) },
];

function refuseUnknown(env: Env): void {
  const sentences = Object.keys(env).flatMap((name) => {
    const own = OWN_NAMES.find(({ form }) => form.test(name));
    return own && !own.known.includes(name)
      ? [`${name} is not a setting of Fairway; known: ${own.known.join(', ')}.`]
      : [];
  });
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'));
}

function keepSetting(kept: string): string {
  return `KEEP_${kept.toUpperCase()}`;
}

function refuseTestSwitches(env: Env): void {
  const sentences = TEST_ONLY.filter((name) => env[name]).map(
    (name) => `${name} is for test environments only; remove it or set FAIRWAY_ENVIRONMENT=test.`,
  );
  if (sentences.length > 0) throw new ConfigError(sentences.join('\n'));
}

/** The database of this deployment, for a command that needs no other setting. */
export function readDatabaseUrl(env: Env): string {
  const url = env['DATABASE_URL'];
  if (!url)
    throw new ConfigError('DATABASE_URL is not set; it names the PostgreSQL database of this deployment.');
  if (!/^postgres(ql)?:\/\//.test(url))
    throw new ConfigError('DATABASE_URL must begin with postgres:// or postgresql://.');
  return url;
}

function readSecretsKeys(env: Env): Keyring {
  const others = env['SECRETS_KEY_OTHER'] ? [secret(env, 'SECRETS_KEY_OTHER')] : [];
  return keyringOf('fairway secrets at rest', secret(env, 'SECRETS_KEY'), others);
}

function connectTo(env: Env): Config['webhook_connect_to'] {
  const rules = (env['WEBHOOK_CONNECT_TO'] ?? '').split(',').filter((rule) => rule.trim() !== '');
  return new Map(
    rules.map((rule) => {
      const match = /^([a-z0-9.-]+):443:([^:]+|\[[0-9a-f:]+\]):(\d{1,5})$/i.exec(rule.trim());
      if (!match || Number(match[3]) < 1 || Number(match[3]) > PORT_MAX) {
        throw new ConfigError(`WEBHOOK_CONNECT_TO: "${rule}" is not of the form host:443:address:port.`);
      }
      return [match[1]!.toLowerCase(), { host: match[2]!.replace(/^\[|\]$/g, ''), port: Number(match[3]) }];
    }),
  );
}

function proxies(env: Env): string[] {
  const entries = (env['TRUSTED_PROXIES'] ?? '').split(',').map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const [address = '', bits] = entry.split('/');
      const family = isIP(address);
      const isNetwork =
        bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
      if (family === 0 || !isNetwork || entry.split('/').length > 2) {
        throw new ConfigError(`TRUSTED_PROXIES: "${entry}" is neither an address nor a network.`);
      }
      return entry;
    });
}

function host(env: Env): string {
  const value = env['HOST'] || '127.0.0.1';
  if (isIP(value) !== 0 || HOST_NAME.test(value)) return value;
  throw new ConfigError('HOST must be an address or a name of this machine, without a scheme and a port.');
}

function roles(env: Env): Config['roles'] {
  const named = (env['ROLES'] || 'api,worker').split(',').map((role) => role.trim());
  const known = ROLES.filter((role) => named.includes(role));
  if (known.length !== named.length)
    throw new ConfigError('ROLES may hold api and worker, separated by a comma.');
  return known;
}

function secret(env: Env, name: string): string {
  const value = env[name];
  if (!value)
    throw new ConfigError(`${name} is not set; it is a secret of at least ${SECRET_MIN} characters.`);
  if (value.length < SECRET_MIN) throw new ConfigError(`${name} is shorter than ${SECRET_MIN} characters.`);
  return value;
}

function operatorToken(env: Env): string {
  const token = secret(env, 'OPERATOR_TOKEN');
  if (BEARER.test(token)) return token;
  throw new ConfigError(
    'OPERATOR_TOKEN may hold letters, digits and . _ ~ + / = - only, 512 characters at most.',
  );
}

function readKept(env: Env): Config['keep'] {
  return readTogether<Config['keep']>({
    attempts_days: () => keptDays(env, 'attempts_days'),
    deliveries_days: () => keptDays(env, 'deliveries_days'),
    notices_days: () => keptDays(env, 'notices_days'),
    audit_days: () => keptDays(env, 'audit_days'),
    sessions_days: () => keptDays(env, 'sessions_days'),
  });
}

function keptDays(env: Env, kept: keyof typeof KEPT_DAYS): number | null {
  const name = keepSetting(kept);
  const days = integer(env, name, KEPT_DAYS[kept], { min: 0, max: KEPT_DAYS_MAX });
  if (days > 0 && days < KEPT_DAYS_MIN)
    throw new ConfigError(`${name} must be 0, which keeps for ever, or at least ${KEPT_DAYS_MIN}.`);
  return days === 0 ? null : days;
}
