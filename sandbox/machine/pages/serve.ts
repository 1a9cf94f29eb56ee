import type { FastifyInstance } from 'fastify';
import type { Machine } from '../control/machine-routes.ts';
import { serveAgreements } from '../../ppcp/pages/agreements.ts';
import { serveAssets } from './assets.ts';
import { serveCheckout } from '../../ppcp/pages/checkout.ts';
import { serveConsent } from '../../ppcp/pages/consent.ts';
import { serveInvoice } from '../../ppcp/pages/invoice.ts';
import { serveInspector } from '../inspector/serve.ts';
import { requireOwnForm, requireOwnHost, sendRefusal } from './layout.ts';

/** Serves what people see: the seller's consent, the buyer's approval, the payer's invoice, and the inspector. */
export async function servePages(app: FastifyInstance, machine: Machine): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, text.toString().replaceAll('%00', '')),
  );
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'POST') return;
    requireOwnHost(machine.world, request);
    requireOwnForm(request);
  });
  app.setErrorHandler<Error & { statusCode?: number }>((error, request, reply) => {
    request.log.debug({ err: error }, 'page refused');
    return sendRefusal(reply, error);
  });
  serveAssets(app);
  serveConsent(app, machine.world);
  serveCheckout(app, machine.world);
  serveAgreements(app, machine.world);
  serveInvoice(app, machine.world);
  serveInspector(app, machine);
}
