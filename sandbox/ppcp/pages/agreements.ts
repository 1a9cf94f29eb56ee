import type { FastifyInstance, FastifyRequest } from 'fastify';
import { FUNDING_SOURCES, personalAccounts } from '../acts/buyer.ts';
import { notFound } from '../../machine/refusal.ts';
import { approve, cancel } from '../acts/setup-tokens.ts';
import { hasSetupLapsed } from '../checks/vault-window.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { SetupToken } from '../shapes/vault-shapes.ts';
import type { World } from '../shapes/world.ts';
import { approvalPage } from './approval-view.ts';
import { formOf, sendPage, type Page } from '../../machine/pages/layout.ts';
import { endPage } from './person-parts.ts';

const PATH = '/agreements/approve';

/** Serves the page on which a buyer lets a seller save an instrument, or does not. */
export function serveAgreements(app: FastifyInstance, world: World): void {
  app.get(PATH, async (request, reply) => {
    const setup = await setupOf(world, request);
    if (setup.status === 'VAULTED') return sendPage(reply, savedPage());
    return sendPage(reply, await agreementPage(world, setup, request.url));
  });
  app.post(PATH, async (request, reply) => {
    const setup = await setupOf(world, request);
    const form = formOf(request);
    if (form.get('action') === 'cancel') {
      const { return_url } = await cancel(world, setup.id);
      return sendPage(reply, leavingPage(false, return_url));
    }
    const way = form.get('funding_source') ?? 'paypal';
    const funding_source = form.get('action') === 'decline' ? `${way}_declined` : way;
    const { return_url } = await approve(world, {
      order_id: setup.id,
      account_id: form.get('account_id') ?? undefined,
      funding_source: FUNDING_SOURCES.includes(funding_source) ? funding_source : 'paypal',
    });
    return sendPage(reply, leavingPage(true, return_url));
  });
}

async function setupOf(world: World, request: FastifyRequest): Promise<SetupToken> {
  const id = (request.query as Record<string, unknown>)['approval_session_id'];
  const setup = await readRecord(world.db, 'setup_token', typeof id === 'string' ? id : '');
  return setup === null || hasSetupLapsed(world, setup) ? notFound('Agreement') : setup;
}

async function agreementPage(world: World, setup: SetupToken, action: string): Promise<Page> {
  const seller = await readRecord(world.db, 'account', setup.seller_id);
  return approvalPage({
    payee: setup.brand_name ?? seller?.business_name ?? 'the merchant',
    unit: null,
    action,
    way: 'paypal',
    buyers: await personalAccounts(world.db),
  });
}

function savedPage(): Page {
  const words = 'The merchant may charge it from now on.';
  return endPage({ good: true, title: 'This way to pay is saved', words, next: null });
}

function leavingPage(isApproved: boolean, next: string | null): Page {
  return endPage({
    good: isApproved,
    title: isApproved ? 'Approved' : 'Canceled',
    words: isApproved ? 'The merchant now saves this way to pay.' : 'Nothing was saved. You can try again.',
    next: next === null ? null : { url: next, label: 'Return to the merchant' },
  });
}
