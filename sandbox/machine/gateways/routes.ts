import Type from 'typebox';
import {
  amount,
  closed,
  emptyBody,
  milliseconds,
  oneOf,
  optional,
  orNull,
  text,
  told,
} from '../control/fields.ts';
import { pageOf, type ControlCall, type ControlRoute } from '../control/route.ts';
import { notFound, unprocessable } from '../refusal.ts';
import { allRecords, listRecords, readRecord } from '../store/records.ts';
import { transact, type World } from '../world.ts';
import { changeAccount, openAccount, rotateAccount } from './accounts.ts';
import type { Gateway } from './gateway.ts';
import type { GatewayAccount } from './shapes.ts';

const ACCOUNT = { account_id: 'The account, as GET /rails/accounts lists it' };
const TRANSACTION = {
  transaction_id: 'The transaction, its capture or its order, by an id that the platform knows it by',
};

const rail = told('Which gateway; a wrong name is answered with all', text(20));
const railBody = closed({ rail });
const settleBody = closed({
  rail,
  account_id: optional(told('The one account that settles; all of the gateway when left out', text(36))),
});
const amountBody = closed({
  amount: optional(
    told(
      'A decimal; all that remains when left out',
      Type.Union([amount, Type.String({ pattern: '^\\d{1,12}\\.\\d{3}$' })]),
    ),
  ),
});
const changesBody = closed({
  refund_before_settlement: optional(
    told('Whether what has not settled yet may be refunded already', Type.Boolean()),
  ),
  duplicate_check: optional(told('Whether a sale that repeats a recent one is refused', Type.Boolean())),
  latency_ms: optional(told('How long each answer takes, in milliseconds', milliseconds)),
  refund_outcome: optional(
    told(
      'What becomes of refunds; processing_failed is processing first',
      oneOf(['succeeded', 'processing', 'processing_failed', 'declined', 'failed']),
    ),
  ),
  notice_url: optional(
    told(
      'Where the gateway tells of what happened; null is where the sandbox was started to tell',
      orNull(Type.String({ pattern: '^https?://', maxLength: 2_000 })),
    ),
  ),
});

/** Accounts at the payment gateways, and what the gateways do by themselves. */
export function gatewayRoutes(world: World, gateways: readonly Gateway[]): ControlRoute[] {
  if (gateways.length === 0) return [];
  return [...accountRoutes(world, gateways), ...moneyRoutes(world, gateways)];
}

function accountRoutes(world: World, gateways: readonly Gateway[]): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/rails/accounts',
      summary:
        'Lists the accounts at the payment gateways, or at one `rail`, newest first, without their credentials',
      paged: true,
      filters: { rail: 'Those of this gateway alone' },
      handle: (call) => listAccounts(world, gateways, call),
    },
    {
      method: 'POST',
      path: '/rails/accounts',
      summary: 'Opens an account of its own at a payment gateway; its credentials are told this once',
      body: railBody,
      status: 201,
      handle: (call) => openAccount(world, gatewayOf(gateways, call)),
    },
    {
      method: 'PATCH',
      path: '/rails/accounts/:account_id',
      params: ACCOUNT,
      summary: 'Changes how an account behaves; what is not given stays',
      body: changesBody,
      handle: ({ params, body }) => changeAccount(world, params['account_id'] ?? '', body),
    },
    {
      method: 'POST',
      path: '/rails/accounts/:account_id/rotate',
      params: ACCOUNT,
      summary: 'Gives an account new credentials and ends the old ones at once',
      body: emptyBody,
      handle: ({ params }) => rotateAccount(world, gateways, params['account_id'] ?? ''),
    },
  ];
}

function moneyRoutes(world: World, gateways: readonly Gateway[]): ControlRoute[] {
  const amountOf = ({ body }: ControlCall): string | undefined => body['amount'] as string | undefined;
  return [
    {
      method: 'POST',
      path: '/rails/settle',
      summary: 'Settles what a gateway, or one account at it, has taken, and tells of it',
      body: settleBody,
      handle: async (call) => {
        const gateway = gatewayOf(gateways, call);
        const accounts = await accountsOf(world, gateway, call);
        let settled = 0;
        for (const account of accounts) settled += await transact(world, (tx) => gateway.settle(tx, account));
        return { settled };
      },
    },
    {
      method: 'POST',
      path: '/rails/transactions/:transaction_id/refund',
      params: TRANSACTION,
      summary: 'The merchant gives money back at the gateway; without an amount all that remains',
      body: amountBody,
      handle: async (call) => {
        const { gateway, id } = await transactionOf(world, gateways, call);
        return transact(world, (tx) => gateway.refund(tx, id, amountOf(call)));
      },
    },
    {
      method: 'POST',
      path: '/rails/transactions/:transaction_id/chargeback',
      params: TRANSACTION,
      summary: "The cardholder's bank takes money back; without an amount all that was captured",
      body: amountBody,
      handle: async (call) => {
        const { gateway, id } = await transactionOf(world, gateways, call);
        return transact(world, (tx) => gateway.chargeback(tx, id, amountOf(call)));
      },
    },
  ];
}

async function listAccounts(world: World, gateways: readonly Gateway[], { query }: ControlCall) {
  const page = pageOf(query);
  if (query['rail'] === undefined) return listRecords(world.db, 'gateway_account', page);
  const { rail } = gatewayNamed(gateways, query['rail']);
  const accounts = (await allRecords(world.db, 'gateway_account')).filter((one) => one.rail === rail);
  const items = accounts.toReversed().slice(page.offset, page.offset + page.limit);
  return { items, total: accounts.length, ...page };
}

function gatewayOf(gateways: readonly Gateway[], { body }: ControlCall): Gateway {
  return gatewayNamed(gateways, body['rail']);
}

function gatewayNamed(gateways: readonly Gateway[], name: unknown): Gateway {
  const known = gateways.map(({ rail }) => rail);
  const gateway = gateways.find(({ rail }) => rail === name);
  return gateway ?? unprocessable(`rail: ${String(name)} is not one of ${known.join(', ')}`);
}

async function accountsOf(world: World, gateway: Gateway, { body }: ControlCall): Promise<GatewayAccount[]> {
  const id = body['account_id'];
  if (typeof id !== 'string') {
    return (await allRecords(world.db, 'gateway_account')).filter(({ rail }) => rail === gateway.rail);
  }
  const account = await readRecord(world.db, 'gateway_account', id);
  return account?.rail === gateway.rail ? [account] : notFound('Account');
}

async function transactionOf(
  world: World,
  gateways: readonly Gateway[],
  { params }: ControlCall,
): Promise<{ gateway: Gateway; id: string }> {
  for (const gateway of gateways) {
    const id = await gateway.find(world.db, params['transaction_id'] ?? '');
    if (id !== null) return { gateway, id };
  }
  return notFound('Transaction');
}
