import type { FastifyInstance } from 'fastify';
import type { World } from '../shapes/world.ts';
import { serveAgreements } from './agreements.ts';
import { serveCheckout } from './checkout.ts';
import { serveConsent } from './consent.ts';
import { serveInvoice } from './invoice.ts';

/** Serves what people see of the provider: the seller's consent, the buyer's approval, the payer's invoice. */
export function servePages(app: FastifyInstance, world: World): void {
  serveConsent(app, world);
  serveCheckout(app, world);
  serveAgreements(app, world);
  serveInvoice(app, world);
}
