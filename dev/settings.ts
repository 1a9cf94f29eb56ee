import { randomBytes, randomInt } from 'node:crypto';
import path from 'node:path';
import { keptSecret } from '../local/files.ts';

const DEFAULT_PORT = 8700;
const DEFAULT_SANDBOX_PORT = 8701;
const DEFAULT_SHOP_PORT = 8702;
const SANDBOX_SMS_ACCOUNT = `AC${'0'.repeat(31)}1`;
const SANDBOX_SMS_FROM = '+15005550006';
const PARTNER_ID_LENGTH = 13;
const PARTNER_ID_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

type Env = Readonly<Record<string, string | undefined>>;

/** A setting that stops the start; the message is the sentence to print. */
export class SettingError extends Error {}

/** Refuses the options that a command was given which takes none, since whoever gives one would take it for heeded; `how` says
 *  what decides instead. */
export function refuseOptions(command: string, options: readonly string[], how: string): void {
  if (options.length > 0)
    throw new SettingError(`${command} takes no ${JSON.stringify(options[0])}: ${how}.`);
}

export interface WalletIdentity {
  client_id: string;
  client_secret: string;
  partner_id: string;
  partner_attribution_id: string;
  webhook_id: string;
}

export interface DevSettings {
  home: string;
  port: number;
  sandbox_port: number;
  /** Where the demonstration shop would be; elsewhere if that is somebody's. */
  shop_port: number;
  /** Set: the service and the sandbox live on that server; null: on one of our own. */
  database_url: string | null;
  /** What the wallet at the sandbox knows the service by. */
  identity: WalletIdentity;
  operator_token: string;
  secrets_key: string;
  /** What the carrier at the sandbox knows the service by, and signs with. */
  sms_token: string;
  /** Whether the service's wallet provider is the sandbox, not one named by WALLET_API_BASE. */
  usesSandbox: boolean;
  given: Env;
}

/** Reads what was set and completes it with secrets that the home keeps, made at the first start.
 *  Refuses with SettingError. */
export async function readSettings(env: Env, home: string): Promise<DevSettings> {
  if (env['FAIRWAY_ENVIRONMENT'] === 'live') {
    throw new SettingError(
      'npm start runs a test environment; FAIRWAY_ENVIRONMENT=live is for `fairway serve`.',
    );
  }
  const ports = {
    port: portOf(env, 'PORT', DEFAULT_PORT),
    sandbox_port: portOf(env, 'SANDBOX_PORT', DEFAULT_SANDBOX_PORT),
    shop_port: portOf(env, 'SHOP_PORT', DEFAULT_SHOP_PORT),
  };
  const kept = (name: string, make: () => string) => keptSecret(path.join(home, name), make);
  return {
    home,
    ...ports,
    database_url: env['DATABASE_URL'] || null,
    identity: await readIdentity(env, kept),
    operator_token: env['OPERATOR_TOKEN'] || (await kept('operator-token', () => secret('op'))),
    secrets_key: env['SECRETS_KEY'] || (await kept('secrets-key', () => secret('sk'))),
    sms_token: env['SMS_TOKEN'] || (await kept('sms-token', () => secret('sms'))),
    usesSandbox: !env['WALLET_API_BASE'],
    given: env,
  };
}

async function readIdentity(
  env: Env,
  kept: (name: string, make: () => string) => Promise<string>,
): Promise<WalletIdentity> {
  // The sandbox keeps accounts and grants under this identity, so it must not change between starts.
  const text = await kept('wallet-identity', () => JSON.stringify(makeIdentity()));
  const own = JSON.parse(text) as WalletIdentity;
  return {
    client_id: env['WALLET_CLIENT_ID'] || own.client_id,
    client_secret: env['WALLET_CLIENT_SECRET'] || own.client_secret,
    partner_id: env['WALLET_PARTNER_ID'] || own.partner_id,
    partner_attribution_id: env['WALLET_PARTNER_ATTRIBUTION_ID'] || own.partner_attribution_id,
    webhook_id: env['WALLET_WEBHOOK_ID'] || own.webhook_id,
  };
}

function makeIdentity(): WalletIdentity {
  const letters = Array.from({ length: PARTNER_ID_LENGTH }, () => {
    return PARTNER_ID_LETTERS[randomInt(PARTNER_ID_LETTERS.length)];
  });
  return {
    client_id: `client_${randomBytes(24).toString('hex')}`,
    client_secret: randomBytes(32).toString('base64url'),
    partner_id: letters.join(''),
    partner_attribution_id: 'Fairway_Sandbox_PPCP',
    webhook_id: randomBytes(9).toString('hex').toUpperCase(),
  };
}

function secret(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString('base64url')}`;
}

function portOf(env: Env, name: string, fallback: number): number {
  const text = env[name];
  if (!text) return fallback;
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new SettingError(`${name} must be a port number from 0 to 65535, not "${text}"; 0 picks a free one.`);
}

/** The environment that the service is configured by: what was given, completed with what runs here. */
export function serviceEnvironment(
  settings: DevSettings,
  found: {
    port: number;
    database_url: string;
    sandbox_url: string;
    receiver: { host: string; port: number };
  },
): Env {
  const { given, identity } = settings;
  const ours = `${found.receiver.host}:443:127.0.0.1:${found.receiver.port}`;
  const sandboxWallet = {
    WALLET_API_BASE: found.sandbox_url,
    WALLET_WEB_BASE: given['WALLET_WEB_BASE'] || found.sandbox_url,
    WALLET_CLIENT_ID: identity.client_id,
    WALLET_CLIENT_SECRET: identity.client_secret,
    WALLET_PARTNER_ID: identity.partner_id,
    WALLET_PARTNER_ATTRIBUTION_ID: identity.partner_attribution_id,
    WALLET_WEBHOOK_ID: identity.webhook_id,
  };
  // Named as empty, there is none.
  const hasCarrier = given['SMS_API_BASE'] !== undefined;
  const sandboxCarrier = {
    SMS_API_BASE: found.sandbox_url,
    SMS_ACCOUNT: given['SMS_ACCOUNT'] || SANDBOX_SMS_ACCOUNT,
    SMS_TOKEN: settings.sms_token,
    SMS_FROM: given['SMS_FROM'] || SANDBOX_SMS_FROM,
  };
  return {
    // A person reads this terminal; a line for every request would bury what it is for.
    LOG_LEVEL: 'warn',
    // A laptop's worth: each connection is a process of the database.
    DATABASE_CONNECTIONS: '5',
    // Nobody else sends requests here who would have to learn of the stop.
    STOP_DELAY_SECONDS: '0',
    ...given,
    ...(settings.usesSandbox ? sandboxWallet : {}),
    ...(hasCarrier ? {} : sandboxCarrier),
    PORT: String(found.port),
    DATABASE_URL: found.database_url,
    OPERATOR_TOKEN: settings.operator_token,
    SECRETS_KEY: settings.secrets_key,
    WEBHOOK_CONNECT_TO: [given['WEBHOOK_CONNECT_TO'], ours].filter(Boolean).join(','),
  };
}
