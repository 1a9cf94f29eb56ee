import type {
  ChargeOutcome,
  NewCharge,
  NewSaving,
  NewSetup,
  ReadTokenOutcome,
  SaveOutcome,
  Seller,
  SetUpOutcome,
  VaultFacet,
} from '../rail.ts';
import { shorten } from '../shorten.ts';
import type { Client } from './client.ts';
import {
  causeOf,
  findSale,
  isToken,
  judgeSale,
  NO_TOKEN,
  READ_BACK_TIMEOUT_MS,
  readBack,
  SALE_TIMEOUT_MS,
  WITHOUT_TOKEN,
} from './payments.ts';
import type { TransactOutcome } from './problem.ts';
import { METHOD } from './translate.ts';
import { toWireAmount } from './amount.ts';

const DESCRIPTION_MAX = 255;
const REMOVED = /invalid customer vault/i;

/** Cards that the gateway keeps under ids of ours, so that whether one was kept is looked up by the same id. A card is kept when
 *  its token comes, which takes nothing; saving it is the look that shows it. */
export function createVault(client: Client): VaultFacet {
  return {
    setUp: (setup) => setUp(client, setup),
    save: (saving) => save(client, saving),
    readToken: (token) => readToken(client, token),
    charge: (charge) => chargeCard(client, charge),
    find: ({ transaction_id, seller, currency }) =>
      findSale(client, { provider_order_id: transaction_id, seller, currency }),
  };
}

async function setUp(client: Client, { request_id, seller, in_hand }: NewSetup): Promise<SetUpOutcome> {
  if (in_hand === null) return { kind: 'refused', by: 'not_approved', refusal: WITHOUT_TOKEN };
  if (!isToken(in_hand)) return { kind: 'refused', by: 'request', refusal: NO_TOKEN };
  const outcome = await client.transact({
    operation: 'vault.add',
    seller,
    timeoutMs: SALE_TIMEOUT_MS,
    fields: {
      type: 'validate',
      payment_token: in_hand,
      orderid: request_id,
      ...{ customer_vault: 'add_customer', customer_vault_id: request_id },
      ...{ initiated_by: 'customer', stored_credential_indicator: 'stored' },
    },
  });
  switch (outcome.kind) {
    case 'approved':
      return keptAs(request_id);
    case 'refused':
      return { kind: 'refused', by: causeOf(outcome.cause), refusal: outcome.refusal };
    case 'unknown':
      return (await isKept(client, { id: request_id, seller })) ? keptAs(request_id) : outcome;
    case 'unreachable':
      return outcome;
  }
}

function keptAs(id: string): SetUpOutcome {
  return { kind: 'created', provider_setup_id: id, provider_customer_id: id, approve_url: null };
}

// The token is used up by then, and the buyer would enter the card again for one that is there.
async function isKept(client: Client, { id, seller }: { id: string; seller: Seller }): Promise<boolean> {
  const token = { provider_token_id: id, seller };
  return (await readToken(client, token, READ_BACK_TIMEOUT_MS)).kind === 'found';
}

async function save(client: Client, { provider_setup_id, seller }: NewSaving): Promise<SaveOutcome> {
  const read = await readToken(client, { provider_token_id: provider_setup_id, seller });
  switch (read.kind) {
    case 'found':
      return { kind: 'saved', token: read.token };
    case 'missing':
      return { kind: 'refused', by: 'not_approved', refusal: NOT_KEPT };
    case 'unknown':
    case 'unreachable':
      return read;
  }
}

const NOT_KEPT = {
  ...{ issue: 'card_not_kept', description: 'The gateway shows no such card.' },
  ...{ debug_id: null, provider_status: null },
} as const;

async function readToken(
  client: Client,
  { provider_token_id: id, seller }: { provider_token_id: string; seller: Seller },
  timeoutMs?: number,
): Promise<ReadTokenOutcome> {
  const fields = { report_type: 'customer_vault', customer_vault_id: id };
  const limit = timeoutMs === undefined ? {} : { timeoutMs };
  const read = await client.query({ operation: 'query.vault', seller, fields, ...limit });
  if (read.kind !== 'found') return read;
  const kept = read.customers.find((one) => one.id === id);
  if (kept === undefined) return { kind: 'missing' };
  const token = { provider_token_id: id, provider_customer_id: id, source_type: METHOD, label: kept.label };
  return { kind: 'found', token };
}

async function chargeCard(client: Client, charge: NewCharge): Promise<ChargeOutcome> {
  const { transaction_id: provider_order_id, amount, currency, seller, description } = charge;
  const outcome = await client.transact({
    operation: 'vault.sale',
    seller,
    timeoutMs: SALE_TIMEOUT_MS,
    fields: {
      type: 'sale',
      amount: toWireAmount(amount, currency),
      currency,
      customer_vault_id: charge.provider_token_id,
      orderid: provider_order_id,
      order_description: shorten(description, DESCRIPTION_MAX),
      ...{ initiated_by: 'merchant', stored_credential_indicator: 'used' },
    },
  });
  if (outcome.kind === 'refused' && isRemoved(outcome)) return { kind: 'gone', refusal: outcome.refusal };
  const judged = judgeSale(outcome, { provider_order_id, amount, currency });
  if (judged.kind !== 'captured') return judged;
  return readBack(client, { provider_order_id, seller, currency }, judged);
}

function isRemoved({ form }: Extract<TransactOutcome, { kind: 'refused' }>): boolean {
  return REMOVED.test(form.text);
}
