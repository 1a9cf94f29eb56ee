import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { later, type World } from '../shapes/world.ts';
import { createChecker, isObject } from '../checks/checker.ts';
import { CUSTOMER_ID_MAX } from '../shapes/vault-shapes.ts';
import { provide, type Answer, type Call } from './operation.ts';

const CLIENT_TOKEN_SECONDS = 3_600;

/** Serves the client token for the browser library. */
export function serveIdentity(app: FastifyInstance, world: World): void {
  provide(app, world, {
    method: 'POST',
    path: '/v1/identity/generate-token',
    fault: 'identity.token',
    handle: generateToken,
  });
}

async function generateToken(call: Call): Promise<Answer> {
  const checker = createChecker();
  const body = isObject(call.body) ? call.body : {};
  const customer = checker.text(body, 'customer_id', '', { max: CUSTOMER_ID_MAX });
  checker.finish();
  const blob = {
    braintree: {},
    paypal: {
      token_id: randomUUID(),
      expires_at: later(call.world, CLIENT_TOKEN_SECONDS).toISOString(),
      client_id: call.world.wallet.client_id,
      ...(call.seller === null ? {} : { merchant_id: call.seller.account_id }),
      ...(customer === undefined ? {} : { customer_id: customer }),
    },
  };
  const client_token = Buffer.from(JSON.stringify(blob)).toString('base64');
  return { status: 200, body: { client_token, expires_in: CLIENT_TOKEN_SECONDS } };
}
