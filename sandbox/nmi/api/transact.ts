import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../machine/store/sql.ts';
import { requireCustomer, useToken } from '../acts/cards.ts';
import { refundSale, voidSale } from '../acts/money-back.ts';
import { makeSale } from '../acts/sale.ts';
import { addCustomer, deleteCustomer, updateCustomer } from '../acts/vault.ts';
import { hundredthsOf } from '../shapes/amounts.ts';
import type { Card } from '../shapes/kinds.ts';
import type { NmiFault } from '../faults.ts';
import { NmiRefusal, type Reply } from '../shapes/reply.ts';
import { transact, type NmiWorld } from '../shapes/world.ts';
import { answerCall, type Call } from './session.ts';

const DUP_SECONDS_MAX = 7_862_400;
const TEXT_MAX = 255;
const DONE: Pick<Reply, 'response' | 'response_code'> = { response: '1', response_code: '100' };

/** Serves transact.php: sales, refunds, voids and the vault, by forms that are answered with forms. */
export function serveTransact(app: FastifyInstance, world: NmiWorld): void {
  app.post('/api/transact.php', (request, reply) =>
    answerCall(
      world,
      { request, reply },
      {
        operation: operationOf,
        effect: (call) => transact(world, (tx) => carryOut(tx, world, call)),
        send: (answer) => reply.type('text/html; charset=utf-8').send(formText(answer)),
      },
    ),
  );
}

/** A reply as the form that it is told in. Every member is there, empty where it says nothing. */
export function formText(reply: Reply): string {
  const { response, responsetext, authcode = '', transactionid = '', orderid = '', type = '' } = reply;
  const { response_code, customer_vault_id } = reply;
  return new URLSearchParams({
    response,
    responsetext,
    authcode,
    transactionid,
    avsresponse: '',
    cvvresponse: '',
    orderid,
    type,
    response_code,
    ...(customer_vault_id === undefined ? {} : { customer_vault_id }),
  }).toString();
}

function operationOf(form: URLSearchParams): NmiFault {
  switch (form.get('type') ?? '') {
    case 'refund':
      return 'nmi.refund';
    case 'void':
      return 'nmi.void';
    case 'sale':
      return 'nmi.sale';
    default:
      return 'nmi.vault';
  }
}

async function carryOut(tx: Tx, world: NmiWorld, call: Call): Promise<Reply> {
  const { account, form } = call;
  const id = form.get('transactionid') ?? '';
  switch (form.get('type') ?? '') {
    case 'sale':
      return sale(tx, world, call, 'sale');
    case 'validate':
      return sale(tx, world, call, 'validate');
    case 'refund':
      return refundSale(tx, world, { account, id, amount: refundAmount(form) });
    case 'void':
      return voidSale(tx, world, { account, id });
    case '':
      return vault(tx, world, call);
    default:
      throw new NmiRefusal(`Invalid Transaction Type "${form.get('type') ?? ''}"`);
  }
}

async function sale(tx: Tx, world: NmiWorld, call: Call, type: 'sale' | 'validate'): Promise<Reply> {
  const { account, form } = call;
  const amount = type === 'validate' ? 0 : saleAmount(form);
  const currency = form.get('currency') ?? 'USD';
  if (!/^[A-Z]{3}$/.test(currency)) throw new NmiRefusal('Invalid currency');
  const { card, customer_vault_id } = await payerOf(tx, world, call);
  const reply = await makeSale(tx, world, {
    account,
    order: {
      type,
      amount,
      currency,
      order_id: textOf(form, 'orderid'),
      order_description: textOf(form, 'order_description'),
      card,
      customer_vault_id,
      dup_seconds: windowOf(form),
    },
  });
  if (reply.response !== '1' || form.get('customer_vault') !== 'add_customer') return reply;
  const added = await addCustomer(tx, world, { ...ownOf(call), card });
  return { ...reply, customer_vault_id: added };
}

// The gateway would take a card's number here too. A platform must never have one, so the sandbox does not.
async function payerOf(
  tx: Tx,
  world: NmiWorld,
  { account, form }: Call,
): Promise<{ card: Card; customer_vault_id: string | null }> {
  if (form.has('ccnumber')) throw new NmiRefusal('Card numbers are not taken here');
  const token = form.get('payment_token') ?? '';
  if (token !== '') {
    return {
      card: await useToken(tx, world, { token, account_id: account.account_id }),
      customer_vault_id: null,
    };
  }
  const id = form.get('customer_vault_id') ?? '';
  if (id === '') throw new NmiRefusal('A payment token or a customer vault id is needed');
  return { card: await requireCustomer(tx, account.account_id, id), customer_vault_id: id };
}

async function vault(tx: Tx, world: NmiWorld, call: Call): Promise<Reply> {
  const own = ownOf(call);
  const tokenCard = (): Promise<Card> =>
    useToken(tx, world, { token: call.form.get('payment_token') ?? '', account_id: own.account_id });
  switch (call.form.get('customer_vault') ?? '') {
    case 'add_customer': {
      const customer_vault_id = await addCustomer(tx, world, { ...own, card: await tokenCard() });
      return { ...DONE, responsetext: 'Customer Added', customer_vault_id };
    }
    case 'update_customer':
      await updateCustomer(tx, { ...own, card: await tokenCard() });
      return {
        ...DONE,
        responsetext: 'Customer Update Successful',
        customer_vault_id: own.customer_vault_id,
      };
    case 'delete_customer':
      await deleteCustomer(tx, own.account_id, own.customer_vault_id);
      return { ...DONE, responsetext: 'Customer Deleted', customer_vault_id: own.customer_vault_id };
    default:
      throw new NmiRefusal('Invalid Transaction Type');
  }
}

function ownOf({ account, form }: Call): { account_id: string; customer_vault_id: string } {
  const customer_vault_id = form.get('customer_vault_id') ?? '';
  if (!/^[A-Za-z0-9._-]{0,36}$/.test(customer_vault_id)) throw new NmiRefusal('Invalid Customer Vault Id');
  return { account_id: account.account_id, customer_vault_id };
}

// What neither XML nor the database can hold is left out.
function textOf(form: URLSearchParams, name: string): string {
  return (form.get(name) ?? '')
    .replaceAll(/\p{Cc}/gu, '')
    .slice(0, TEXT_MAX)
    .toWellFormed();
}

function saleAmount(form: URLSearchParams): number {
  const amount = hundredthsOf(form.get('amount') ?? '');
  if (amount !== null && amount > 0) return amount;
  throw new NmiRefusal('Invalid amount');
}

// Nothing and 0.00 mean all of it.
function refundAmount(form: URLSearchParams): number | null {
  const text = form.get('amount') ?? '';
  const amount = text === '' ? 0 : hundredthsOf(text);
  if (amount === null) throw new NmiRefusal('Invalid amount');
  return amount === 0 ? null : amount;
}

function windowOf(form: URLSearchParams): number | null {
  const text = form.get('dup_seconds');
  if (text === null || text === '') return null;
  const seconds = /^\d{1,7}$/.test(text) ? Number(text) : NaN;
  if (seconds >= 0 && seconds <= DUP_SECONDS_MAX) return seconds;
  throw new NmiRefusal('Invalid dup_seconds');
}
