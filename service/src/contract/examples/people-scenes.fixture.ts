import { newAuthenticator } from '../../modules/owners/authenticator.fixture.ts';
import { originOf } from '../../modules/owners/owners.fixture.ts';
import type { JsonValue } from '../openapi.ts';
import type { Scene } from './recorded.fixture.ts';

const ENDPOINT = {
  url: 'https://receiver.sandbox.test/corner-shop',
  description: 'Orders of the shop itself',
  event_types: ['payment.captured'],
};

type Person = { email: string; password: string };

interface People {
  own: { key: string };
  clerk: Person;
  owner: Person;
  channel: { channel_id: string; key: string };
}

/** Whoever signs in, and what a merchant hears with a key of its own. */
export async function recordPeople(scene: Scene, people: People): Promise<void> {
  await signIn(scene, people);
  await addPasskey(scene, people);
  await recoverDevice(scene, people);
  await hearAsMerchant(scene, people);
  await scene.call('events.feed', { key: people.channel.key, query: '?after=start&limit=2' });
}

async function signIn({ call }: Scene, { clerk, owner }: People) {
  await call('dashboard.login', { body: clerk });
  const { session_token } = (await call('owner.sign_in', { body: owner })).body;
  await call('owner.sign_out', { key: session_token });
}

async function addPasskey({ call, world }: Scene, { owner }: People) {
  const key = (await call('owner.sign_in', { body: owner })).body.session_token as string;
  const asked = (await call('owner.passkeys.options', { key })).body;
  const authenticator = newAuthenticator(asked.user.id);
  const origin = originOf(world);
  const made = authenticator.register({ challenge: asked.challenge, origin }) as JsonValue;
  await call('owner.passkeys.register', { key, body: { name: 'Laptop', credential: made } });
  const { challenge } = (await call('owner.sign_in.passkey_options')).body;
  const credential = authenticator.signIn({ challenge, origin }) as JsonValue;
  await call('owner.sign_in.passkey', { body: { credential } });
  const [{ id }] = (await call('owner.passkeys.list', { key })).body;
  await call('owner.passkeys.remove', { key, params: { passkey_id: id } });
}

async function recoverDevice({ call, world, operator }: Scene, { channel, owner }: People) {
  const { items } = (await world.operator('GET', 'channels?limit=200')).body;
  const { owner_id } = items.find((one: { channel_id: string }) => one.channel_id === channel.channel_id);
  const params = { owner_id: owner_id as string };
  const { recovery_url } = (await call('operator.owners.recover_device', { ...operator, params })).body;
  const token = String(recovery_url).split('/').at(-1)!;
  await call('owner.recover', { params: { token }, body: { password: owner.password } });
}

async function hearAsMerchant({ call }: Scene, { own }: People) {
  const { id } = (await call('merchant_endpoints.create', { ...own, body: ENDPOINT })).body;
  const params = { endpoint_id: id as string };
  await call('merchant_endpoints.list', own);
  const body = { event_types: [...ENDPOINT.event_types, 'payment.refunded'] };
  await call('merchant_endpoints.update', { ...own, params, body });
  await call('merchant_endpoints.rotate', { ...own, params });
  await call('merchant_endpoints.disable', { ...own, params });
  await call('merchant_endpoints.enable', { ...own, params });
}
