import Fastify, { type FastifyInstance } from 'fastify';
import { machineRoutes } from './control/machine-routes.ts';
import { controlDocument } from './control/openapi.ts';
import { serveControl, type ControlRoute } from './control/route.ts';
import { gatewayRoutes } from './gateways/routes.ts';
import { withoutNul } from './http/nul.ts';
import { serveInspector } from './inspector/serve.ts';
import type { Machine } from './machine.ts';
import { makePageScope } from './pages/scope.ts';
import type { Wing } from './wing.ts';

const BODY_BYTES_MAX = 1_048_576;
const PARAM_LENGTH_MAX = 500;

/** Builds the one HTTP server: the interface of every party, the control interface and the pages, each in
 *  a scope with its own manners. */
export async function buildServer(machine: Machine, wings: readonly Wing[]): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: 'error', stream: process.stderr },
    bodyLimit: BODY_BYTES_MAX,
    rewriteUrl: ({ url }) => withoutNul(url ?? '/'),
    forceCloseConnections: true,
    routerOptions: { maxParamLength: PARAM_LENGTH_MAX },
    ajv: {
      customOptions: { removeAdditional: false, coerceTypes: false, useDefaults: false, allErrors: true },
    },
  });
  app.decorateRequest('rawText', '');
  app.decorateRequest('receivedAt', null);
  app.decorateRequest('fault', null);
  for (const { api, browser } of wings) {
    if (api !== undefined) {
      await app.register(async (scope) => api.serve(scope, machine.calls), { prefix: api.prefix ?? '' });
    }
    if (browser !== undefined) await app.register(async (scope) => browser(scope));
  }
  await app.register(async (control) => serveWholeControl(control, machine, wings), { prefix: '/_control' });
  await app.register(async (pages) => {
    makePageScope(pages, machine.world);
    for (const wing of wings) wing.pages?.(pages);
    serveInspector(pages, machine, async () => {
      const open = wings.flatMap(({ rooms }) => (rooms === undefined ? [] : [rooms()]));
      return Promise.all(open);
    });
  });
  return app;
}

function serveWholeControl(app: FastifyInstance, machine: Machine, wings: readonly Wing[]): void {
  const routes = [
    ...wings.flatMap((wing) => wing.routes ?? []),
    ...gatewayRoutes(
      machine.world,
      wings.flatMap((wing) => wing.gateway ?? []),
    ),
    ...machineRoutes(machine),
  ];
  const described: ControlRoute = {
    method: 'GET',
    path: '/openapi.json',
    summary: 'This document',
    handle: async () => controlDocument([...routes, described], machine.world.address.url),
  };
  serveControl(app, machine.world, [...routes, described]);
}
