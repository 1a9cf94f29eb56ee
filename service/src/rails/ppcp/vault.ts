import type {
  ChargeOutcome,
  NewCharge,
  NewSaving,
  NewSetup,
  ProviderRefusal,
  ProviderToken,
  ReadTokenOutcome,
  SaveOutcome,
  Seller,
  SetUpOutcome,
  Unknown,
  Unreachable,
  VaultFacet,
} from '../rail.ts';
import type { Client } from './client/client.ts';
import { plainIdAt, linkTo, objectAt, objectsAt, textAt } from '../http/json.ts';
import type { JsonObject } from '../http/json.ts';
import { judge, refusalCauseOf } from './orders.ts';
import type { Cause } from './client/problem.ts';
import { toOrder, toToken } from './read/translate.ts';
import { toWireCharge, toWireSetup } from './write/vault.ts';

// The call before it may have used up its own time, and somebody waits for both.
const READ_BACK_TIMEOUT_MS = 5_000;
const LIST_SIZE = 20;
const GONE: ReadonlySet<string> = new Set([
  'TOKEN_ID_NOT_FOUND',
  'AGREEMENT_ALREADY_CANCELLED',
  'BILLING_AGREEMENT_NOT_FOUND',
]);

/** Saved instruments, in the seller's name: a token belongs to the seller it was saved for. */
export function createVault(client: Client): VaultFacet {
  return {
    setUp: (setup) => setUp(client, setup),
    save: (saving) => save(client, saving),
    readToken: (wanted) => readToken(client, wanted),
    charge: (wanted) => charge(client, wanted),
  };
}

async function setUp(client: Client, setup: NewSetup): Promise<SetUpOutcome> {
  const answer = await client.call({
    operation: 'vault.setup',
    effect: 'write',
    method: 'POST',
    path: '/v3/vault/setup-tokens',
    body: toWireSetup(setup),
    request_id: setup.request_id,
    on_behalf_of: setup.seller.provider_account,
  });
  switch (answer.kind) {
    case 'success': {
      const provider_setup_id = plainIdAt(answer.body, 'id');
      if (!provider_setup_id) return unknown('a setup token without an id');
      const provider_customer_id = plainIdAt(objectAt(answer.body, 'customer'), 'id');
      const approve_url = linkTo(answer.body, 'approve', 'payer-action');
      return { kind: 'created', provider_setup_id, provider_customer_id, approve_url };
    }
    case 'refused':
      return { kind: 'refused', by: refusalCauseOf(answer.cause), refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function save(client: Client, saving: NewSaving): Promise<SaveOutcome> {
  const answer = await client.call({
    operation: 'vault.save',
    effect: 'write',
    method: 'POST',
    path: '/v3/vault/payment-tokens',
    body: { payment_source: { token: { id: saving.provider_setup_id, type: 'SETUP_TOKEN' } } },
    request_id: saving.request_id,
    on_behalf_of: saving.seller.provider_account,
  });
  switch (answer.kind) {
    case 'success': {
      const token = toToken(answer.body);
      return token ? { kind: 'saved', token } : unknown('a payment token that cannot be read');
    }
    case 'refused':
      return afterRefusal(client, saving, answer);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

// The setup itself says what became of it: a refusal may be to a question asked again after the token was made.
async function afterRefusal(
  client: Client,
  saving: NewSaving,
  { cause, refusal }: { cause: Cause; refusal: ProviderRefusal },
): Promise<SaveOutcome> {
  const { provider_setup_id: id, seller } = saving;
  const read = await readVault(client, `setup-tokens/${encodeURIComponent(id)}`, seller);
  if (read.kind === 'missing') return { kind: 'lapsed', refusal };
  if (read.kind !== 'found') return unknown(`${refusal.issue}; the setup token could not be read`);
  switch (textAt(read.body, 'status') ?? '') {
    case 'CREATED':
    case 'PAYER_ACTION_REQUIRED':
      return { kind: 'refused', by: 'not_approved', refusal };
    case 'APPROVED':
      return { kind: 'refused', by: refusalCauseOf(cause), refusal };
    case 'VAULTED':
    case 'TOKENIZED':
      return findSaved(client, saving, plainIdAt(objectAt(read.body, 'customer'), 'id'));
    default:
      return unknown(`${refusal.issue}; the setup token is in a state that is not known`);
  }
}

async function findSaved(client: Client, saving: NewSaving, told: string | null): Promise<SaveOutcome> {
  const customer = told ?? saving.provider_customer_id;
  if (customer === null) return unknown('a saved instrument without a customer');
  const query = new URLSearchParams({ customer_id: customer, page_size: String(LIST_SIZE), page: '1' });
  const read = await readVault(client, `payment-tokens?${query.toString()}`, saving.seller);
  if (read.kind !== 'found') return unknown('the saved instruments could not be listed');
  const candidates = objectsAt(read.body, 'payment_tokens')
    .map(toToken)
    .filter((token): token is ProviderToken => token !== null)
    .filter(({ provider_token_id }) => !saving.known_token_ids.includes(provider_token_id));
  const [token, ...more] = candidates;
  return token && more.length === 0
    ? { kind: 'saved', token }
    : unknown(`saved as one of ${candidates.length} instruments`);
}

async function readToken(
  client: Client,
  wanted: { provider_token_id: string; seller: Seller },
): Promise<ReadTokenOutcome> {
  const { provider_token_id: id, seller } = wanted;
  const read = await readVault(client, `payment-tokens/${encodeURIComponent(id)}`, seller);
  if (read.kind !== 'found') return read;
  const token = toToken(read.body);
  return token?.provider_token_id === id ? { kind: 'found', token } : unknown('not the token asked for');
}

type VaultRead = { kind: 'found'; body: JsonObject } | { kind: 'missing' } | Unreachable | Unknown;

async function readVault(client: Client, path: string, seller: Seller): Promise<VaultRead> {
  const answer = await client.call({
    operation: 'vault.read',
    effect: 'read',
    method: 'GET',
    path: `/v3/vault/${path}`,
    on_behalf_of: seller.provider_account,
    timeoutMs: READ_BACK_TIMEOUT_MS,
  });
  switch (answer.kind) {
    case 'success':
      return { kind: 'found', body: answer.body };
    case 'refused':
      return answer.status === 404 ? { kind: 'missing' } : unknown(`refused: ${answer.refusal.issue}`);
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

async function charge(client: Client, wanted: NewCharge): Promise<ChargeOutcome> {
  const wire = toWireCharge(wanted);
  if ('refusal' in wire) return { kind: 'refused', by: 'request', refusal: wire.refusal };
  const answer = await client.call({
    operation: 'vault.charge',
    effect: 'write',
    method: 'POST',
    path: '/v2/checkout/orders',
    body: wire.body,
    request_id: wanted.request_id,
    wants_representation: true,
  });
  switch (answer.kind) {
    case 'success':
      return toCharged(answer.body);
    case 'refused':
      // A no to a question asked again does not say what the first came to, and there is no order yet to read it from.
      if (wanted.is_repeated) return unknown(`refused when repeated: ${answer.refusal.issue}`);
      return GONE.has(answer.refusal.issue)
        ? { kind: 'gone', refusal: answer.refusal }
        : { kind: 'refused', by: refusalCauseOf(answer.cause), refusal: answer.refusal };
    case 'unknown':
    case 'unreachable':
      return answer;
  }
}

function toCharged(body: JsonObject): ChargeOutcome {
  const order = toOrder(body);
  if (!order) return unknown('a charge that cannot be read');
  if (order.capture) return judge(order);
  if (order.status !== 'created' && order.status !== 'payer_action_required')
    return unknown(`a charge without a capture; the order is ${order.status_raw}`);
  // An order that waits for a buyer, of whom there is none, will never be paid.
  const refusal = {
    issue: 'PAYER_ACTION_REQUIRED',
    description: 'The provider asks the buyer to take part in this payment.',
    debug_id: null,
    provider_status: order.status_raw,
  };
  return { kind: 'refused', by: 'buyer', refusal };
}

function unknown(problem: string): Unknown {
  return { kind: 'unknown', problem };
}
