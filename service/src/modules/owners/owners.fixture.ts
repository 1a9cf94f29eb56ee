import { randomUUID } from 'node:crypto';
import type { Answer, World } from '../../../../tests/world/world.ts';

export const PASSWORD = 'Correct-horse-1';

export interface TestOwner {
  owner_id: string;
  channel_id: string;
  email: string;
  key: string;
}

/** A channel whose owner has redeemed the invitation. */
export async function makeOwner(world: World, options: { email?: string; password?: string } = {}) {
  const email = options.email ?? `Owner-${randomUUID()}@example.com`;
  const made = await world.operator('POST', 'channels', { name: 'Acme', owner_email: email });
  const token = String(made.body.activation_url).split('/').at(-1);
  const body = { password: options.password ?? PASSWORD };
  const { key } = (await world.call('POST', `/api/activation/${token}`, { body })).body;
  const listed = await world.operator('GET', 'channels?limit=1');
  const { owner_id, channel_id } = listed.body.items[0];
  return { owner_id, channel_id, email, key } satisfies TestOwner;
}

export function signIn(world: World, email: string, password = PASSWORD): Promise<Answer> {
  return world.call('POST', '/api/owner/sessions', { body: { email, password } });
}

/** The token of a fresh session. */
export async function sessionOf(world: World, owner: TestOwner): Promise<string> {
  return (await signIn(world, owner.email)).body.session_token;
}

export function originOf(world: World): string {
  return `http://localhost:${new URL(world.base_url).port}`;
}

export async function startRecovery(world: World, owner: TestOwner): Promise<string> {
  const started = await world.operator('POST', `owners/${owner.owner_id}/recover-device`);
  return String(started.body.recovery_url).split('/').at(-1)!;
}
