import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { underFault } from '../../machine/faults/strike.ts';
import { putRecord, readRecord } from '../../machine/store/records.ts';
import type { Fault } from '../../machine/store/shapes.ts';
import { CUSTOMER_ID_MAX } from '../shapes/vault-shapes.ts';
import { later, timestamp, type World } from '../shapes/world.ts';
import { readAssertion } from './assertion.ts';
import { problemOfFault } from './fault-problem.ts';
import { OAuthProblem } from '../checks/problem.ts';
import { PARTNER_SCOPES } from '../checks/scopes.ts';

const TOKEN_SECONDS = 32_400;
const CLIENT_TOKEN_SECONDS = 900;
const RENEW_BEFORE_SECONDS = 60;
const TOKEN_PREFIX = 'A21AA';

/** Serves the token endpoint: client credentials, id_token and browser client token. */
export function serveOAuth(app: FastifyInstance, world: World): void {
  app.post('/v1/oauth2/token', async (request, reply) => {
    requireClient(world, request.headers.authorization);
    const form = new URLSearchParams(request.rawText);
    const assertion = request.headers['paypal-auth-assertion'];
    return underFault(world, {
      operation: 'oauth.token',
      request,
      reply,
      effect: async () => {
        await readAssertion(world, world.db, typeof assertion === 'string' ? assertion : undefined);
        return grant(world, form);
      },
      send: (answer) => reply.send(answer),
      problemOf,
    });
  });
}

function problemOf(fault: Fault): Error {
  if (fault.mode !== 'refuse') return problemOfFault(fault);
  const error = fault.issue ?? 'invalid_client';
  return new OAuthProblem(fault.status ?? 401, error, 'Client Authentication failed');
}

async function grant(world: World, form: URLSearchParams): Promise<object> {
  if (form.get('grant_type') !== 'client_credentials') {
    throw new OAuthProblem(400, 'unsupported_grant_type', 'unsupported grant_type');
  }
  const now = world.clock.now();
  const nonce = `${timestamp(now)}${randomBytes(32).toString('base64url')}`;
  const common = {
    scope: PARTNER_SCOPES.join(' '),
    token_type: 'Bearer',
    app_id: 'APP-80W284485P519543T',
    nonce,
  };
  if (form.get('response_type') === 'client_token') {
    if (form.getAll('domains[]').length === 0) {
      throw new OAuthProblem(400, 'invalid_request', 'domains[] is required');
    }
    const token = signToken(world, CLIENT_TOKEN_SECONDS, {
      use: 'client',
      domains: form.getAll('domains[]'),
    });
    return { ...common, access_token: token, expires_in: CLIENT_TOKEN_SECONDS };
  }
  const current = await currentToken(world);
  const answer = { ...common, access_token: current.token, expires_in: current.seconds };
  if (form.get('response_type') !== 'id_token') return answer;
  return { ...answer, id_token: idToken(world, form.get('target_customer_id')) };
}

// The same token is served again until it nears its end, so the seconds count down.
async function currentToken(world: World): Promise<{ token: string; seconds: number }> {
  const now = world.clock.now().getTime();
  const kept = await readRecord(world.db, 'token', world.wallet.client_id);
  const left = kept === null ? 0 : Math.floor((Date.parse(kept.expires_at) - now) / 1000);
  // A clock that was moved back would make the kept token outlive its nominal time.
  if (kept !== null && left > RENEW_BEFORE_SECONDS && left <= TOKEN_SECONDS) {
    return { token: kept.token, seconds: left };
  }
  const token = signToken(world, TOKEN_SECONDS, { use: 'api' });
  const expires_at = later(world, TOKEN_SECONDS).toISOString();
  await putRecord(world.db, 'token', world.wallet.client_id, { token, expires_at });
  return { token, seconds: TOKEN_SECONDS };
}

function signToken(world: World, seconds: number, claims: object): string {
  const exp = Math.floor(world.clock.now().getTime() / 1000) + seconds;
  const payload = Buffer.from(
    JSON.stringify({ ...claims, sub: world.wallet.client_id, exp, jti: randomBytes(8).toString('hex') }),
  ).toString('base64url');
  return `${TOKEN_PREFIX}${payload}.${macOf(world, payload).toString('base64url')}`;
}

function macOf(world: World, payload: string): Buffer {
  return createHmac('sha256', world.keys.token_secret).update(payload).digest();
}

// An id token is for the browser SDK, which treats it as opaque.
function idToken(world: World, customer: string | null): string {
  if (customer !== null && customer.length > CUSTOMER_ID_MAX) {
    throw new OAuthProblem(400, 'invalid_request', 'target_customer_id is too long');
  }
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const head = part({ alg: 'HS256', typ: 'JWT' });
  const exp = Math.floor(later(world, CLIENT_TOKEN_SECONDS).getTime() / 1000);
  const body = part({
    iss: world.address.url,
    sub: world.wallet.partner_id,
    aud: world.wallet.client_id,
    exp,
    ...(customer === null ? {} : { options: { customer_id: customer } }),
  });
  return `${head}.${body}.${macOf(world, `${head}.${body}`).toString('base64url')}`;
}

/** Lets only a live API token of the known client pass; else 401 `invalid_token`. */
export function requireBearer(world: World, header: string | undefined): void {
  const invalid = new OAuthProblem(401, 'invalid_token', 'Token signature verification failed');
  if (header === undefined || !header.startsWith(`Bearer ${TOKEN_PREFIX}`)) throw invalid;
  const [payload = '', mac = ''] = header.slice(`Bearer ${TOKEN_PREFIX}`.length).split('.');
  if (!sameBytes(Buffer.from(mac, 'base64url'), macOf(world, payload))) throw invalid;
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
  const alive = Number(claims['exp']) * 1000 > world.clock.now().getTime();
  if (!alive || claims['use'] !== 'api' || claims['sub'] !== world.wallet.client_id) throw invalid;
}

function requireClient(world: World, header: string | undefined): void {
  const given = Buffer.from(header?.replace(/^Basic /i, '') ?? '', 'base64');
  const known = Buffer.from(`${world.wallet.client_id}:${world.wallet.client_secret}`);
  if (header !== undefined && /^Basic /i.test(header) && sameBytes(given, known)) return;
  throw new OAuthProblem(401, 'invalid_client', 'Client Authentication failed');
}

function sameBytes(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right);
}
