import { changeAccount, openAccount, revokeConsent } from '../acts/accounts.ts';
import { endPendingCapture, endPendingRefund, refundBySeller, reverseCapture } from '../acts/captures.ts';
import { lapseOrder } from '../acts/orders.ts';
import { abandonReferral, finishReferral } from '../acts/referrals.ts';
import { approve, cancel, cancelAgreement } from '../acts/setup-tokens.ts';
import { amountTable } from '../checks/amount-table.ts';
import { listRecords } from '../../machine/store/records.ts';
import type { Account } from '../shapes/shapes.ts';
import type { Kind } from '../../machine/store/shapes.ts';
import type { World } from '../shapes/world.ts';
import { disputeRoutes } from './dispute-routes.ts';
import { invoiceRoutes } from './invoice-routes.ts';
import { pageOf, type ControlRoute } from '../../machine/control/route.ts';
import * as schemas from './schemas.ts';

type Amount = string | undefined;

const ACCOUNT = { account_id: 'The account, as GET /accounts lists it' };
const REFERRAL = { referral_id: 'The query parameter `token` of the address at which the seller consents' };
const ORDER = { order_id: 'The order, or the setup token, by the id that the provider gave it' };
const TOKEN = { token_id: 'The saved instrument, as GET /payment-tokens lists it' };
const CAPTURE = { capture_id: 'The capture, by the id that the provider gave it' };
const REFUND = { refund_id: 'The refund, by the id that the provider gave it' };

/** What the seller, the buyer and the provider's own people can do. */
export function personRoutes(world: World): ControlRoute[] {
  return [
    ...accountRoutes(world),
    ...referralRoutes(world),
    ...orderRoutes(world),
    ...vaultRoutes(world),
    ...captureRoutes(world),
    ...disputeRoutes(world),
    ...invoiceRoutes(world),
    ...listRoutes(world),
  ];
}

function accountRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/accounts',
      summary: 'Lists the accounts, newest first',
      paged: true,
      handle: ({ query }) => listRecords(world.db, 'account', pageOf(query)),
    },
    {
      method: 'POST',
      path: '/accounts',
      summary: 'Opens an account; what is not given is that of a ready one',
      body: schemas.accountBody,
      status: 201,
      handle: ({ body }) => openAccount(world, body),
    },
    {
      method: 'PATCH',
      path: '/accounts/:account_id',
      params: ACCOUNT,
      summary: 'Changes an account; a list replaces the old one whole',
      body: schemas.accountBody,
      handle: ({ params, body }) => changeAccount(world, params['account_id'] ?? '', body),
    },
    {
      method: 'POST',
      path: '/accounts/:account_id/revoke-consent',
      params: ACCOUNT,
      summary: 'The seller takes the consent back; `then` says what a status read answers afterwards',
      body: schemas.revokeBody,
      handle: ({ params, body }) =>
        revokeConsent(
          world,
          params['account_id'] ?? '',
          body['then'] as Account['after_revocation'] | undefined,
        ),
    },
  ];
}

function referralRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/referrals/:referral_id/finish',
      params: REFERRAL,
      summary: 'The seller consents with an account; `grant` withholds what it leaves out',
      body: schemas.finishBody,
      handle: ({ params, body }) =>
        finishReferral(world, {
          referral_id: params['referral_id'] ?? '',
          account_id: String(body['account_id']),
          grant: (body['grant'] as string[] | undefined) ?? null,
        }),
    },
    {
      method: 'POST',
      path: '/referrals/:referral_id/abandon',
      params: REFERRAL,
      summary: 'The seller leaves without consenting',
      body: schemas.emptyBody,
      handle: ({ params }) => abandonReferral(world, params['referral_id'] ?? ''),
    },
  ];
}

function orderRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/orders/:order_id/approve',
      params: ORDER,
      summary:
        'The buyer approves an order or a setup token; funding_source may say what becomes of it ' +
        '(card_declined, pending, …)',
      body: schemas.approveBody,
      handle: ({ params, body }) =>
        approve(world, {
          order_id: params['order_id'] ?? '',
          account_id: body['account_id'] as string | undefined,
          funding_source: body['funding_source'] as string | undefined,
        }),
    },
    {
      method: 'POST',
      path: '/orders/:order_id/cancel',
      params: ORDER,
      summary: 'The buyer leaves without approving',
      body: schemas.emptyBody,
      handle: ({ params }) => cancel(world, params['order_id'] ?? ''),
    },
  ];
}

function vaultRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'GET',
      path: '/payment-tokens',
      summary: 'Lists the saved instruments, newest first',
      paged: true,
      handle: ({ query }) => listRecords(world.db, 'payment_token', pageOf(query)),
    },
    {
      method: 'POST',
      path: '/payment-tokens/:token_id/cancel',
      params: TOKEN,
      summary: 'The buyer ends the agreement: charges by it are refused from now on',
      body: schemas.emptyBody,
      handle: ({ params }) => cancelAgreement(world, params['token_id'] ?? ''),
    },
    {
      method: 'POST',
      path: '/orders/:order_id/lapse',
      params: ORDER,
      summary: "The order's window ends now, with the notice of a reversed approval",
      body: schemas.emptyBody,
      handle: ({ params }) => lapseOrder(world, params['order_id'] ?? ''),
    },
  ];
}

function captureRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/captures/:capture_id/refund',
      params: CAPTURE,
      summary: 'The seller gives money back at the provider; without an amount all that remains',
      body: schemas.amountBody,
      handle: ({ params, body }) =>
        refundBySeller(world, params['capture_id'] ?? '', body['amount'] as Amount),
    },
    {
      method: 'POST',
      path: '/captures/:capture_id/reverse',
      params: CAPTURE,
      summary: 'The provider takes money back, as after a lost chargeback',
      body: schemas.amountBody,
      handle: ({ params, body }) =>
        reverseCapture(world, params['capture_id'] ?? '', body['amount'] as Amount),
    },
    {
      method: 'POST',
      path: '/captures/:capture_id/settle',
      params: CAPTURE,
      summary: 'Ends a pending capture now',
      body: schemas.settleCaptureBody,
      handle: ({ params, body }) =>
        endPendingCapture(world, params['capture_id'] ?? '', body['status'] as 'COMPLETED' | 'DECLINED'),
    },
    {
      method: 'POST',
      path: '/refunds/:refund_id/settle',
      params: REFUND,
      summary: 'Ends a pending refund now',
      body: schemas.settleRefundBody,
      handle: ({ params, body }) =>
        endPendingRefund(world, params['refund_id'] ?? '', body['status'] as 'COMPLETED' | 'FAILED'),
    },
  ];
}

function listRoutes(world: World): ControlRoute[] {
  const list = (path: string, kind: Kind): ControlRoute => ({
    method: 'GET',
    path,
    summary: `Lists the ${path.slice(1)}, newest first`,
    paged: true,
    handle: ({ query }) => listRecords(world.db, kind, pageOf(query)),
  });
  return [
    list('/orders', 'order'),
    list('/captures', 'capture'),
    list('/refunds', 'refund'),
    {
      method: 'GET',
      path: '/amounts',
      summary: 'Lists the amounts that decide what becomes of a capture',
      paged: true,
      handle: async ({ query }) => {
        const table = amountTable();
        const { limit, offset } = pageOf(query);
        return { items: table.slice(offset, offset + limit), total: table.length, limit, offset };
      },
    },
  ];
}
