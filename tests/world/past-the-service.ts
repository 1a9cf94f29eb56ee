import type { World } from './world.ts';

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Asks the wallet provider itself, past the service, as a second system of the platform might: for one of its sellers where
 *  `account_id` is given. */
export async function askProvider(
  world: World,
  path: string,
  {
    body = {},
    account_id,
    headers = {},
  }: { body?: object; account_id?: string | undefined; headers?: Record<string, string> } = {},
): Promise<Response> {
  const basic = Buffer.from('test-client:test-client-secret').toString('base64');
  const granted = await fetch(`${world.sandbox_url}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token } = (await granted.json()) as { access_token: string };
  const claim = { iss: 'test-client', payer_id: account_id };
  return fetch(`${world.sandbox_url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      ...(account_id && { 'paypal-auth-assertion': `${part({ alg: 'none' })}.${part(claim)}.` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}
