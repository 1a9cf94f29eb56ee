import type { FastifyInstance } from 'fastify';
import type { Machine } from '../control/machine-routes.ts';
import { serveAgreements } from './agreements.ts';
import { serveCheckout } from './checkout.ts';
import { serveConsent } from './consent.ts';
import { serveInspector } from './inspector.ts';
import { sendRefusal } from './layout.ts';

/** Serves what people see: the seller's consent, the buyer's approval, and the inspector. */
export async function servePages(app: FastifyInstance, machine: Machine): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => done(null, text.toString().replaceAll('%00', '')),
  );
  app.setErrorHandler<Error>((error, request, reply) => {
    request.log.debug({ err: error }, 'page refused');
    return sendRefusal(reply, error);
  });
  serveConsent(app, machine.world);
  serveCheckout(app, machine.world);
  serveAgreements(app, machine.world);
  serveInspector(app, machine);
}
