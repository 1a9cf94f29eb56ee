import { Type } from 'typebox';
import {
  AuditPage,
  Clock,
  ClockAdvance,
  ProviderSettings,
  UnsettledChecked,
  UnsettledPage,
} from '../../../../wire/operator.ts';
import { closed, page, Uuid } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, operatorRoute, type Route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { listAudit } from '../audit/index.ts';
import { checkProvider } from './check-provider.ts';
import { moveClock } from './move-clock.ts';
import { checkUnsettled, listUnsettled } from './unsettled.ts';

const PageQuery = Type.Object(page({ default: 50, max: 200 }), closed);
const UnsettledPath = Type.Object({ unsettled_id: Uuid }, closed);
const Counts = Type.Record(Type.String(), Type.Integer());

/** What the operator can do to the running process itself; handed in by main.ts. */
export interface OperatorControls {
  /** Runs everything that is due now until nothing is left and tells how much it was. */
  drain(): Promise<Record<string, number>>;
  setClock(offsetSeconds: number): void;
}

export function operatorRoutes(ctx: Ctx, controls: OperatorControls): Route[] {
  return [
    ...providerRoutes(ctx),
    operatorRoute('operator.clock.read', { summary: 'Read the clock', responses: { 200: Clock } }, async () =>
      ok(clockView(ctx)),
    ),
    operatorRoute(
      'operator.clock.advance',
      {
        summary: 'Move the clock forward',
        refusals: ['test_environment_only'],
        body: ClockAdvance,
        responses: { 200: Clock },
      },
      async ({ body }) => {
        requireTest(ctx);
        controls.setClock(await moveClock(ctx, body.seconds));
        return ok(clockView(ctx));
      },
    ),
    operatorRoute(
      'operator.work.drain',
      { summary: 'Run what is due', refusals: ['test_environment_only'], responses: { 200: Counts } },
      async () => {
        requireTest(ctx);
        return ok(await controls.drain());
      },
    ),
    operatorRoute(
      'operator.audit.list',
      { summary: 'Read the audit trail', query: PageQuery, responses: { 200: AuditPage } },
      async ({ query }) => {
        const { limit, offset } = { limit: 50, offset: 0, ...query };
        const found = await listAudit(ctx.db, { limit, offset });
        const items = found.items.map((entry) => ({ ...entry, created_at: entry.created_at.toISOString() }));
        return ok({ items, total: found.total, limit, offset });
      },
    ),
  ];
}

function providerRoutes(ctx: Ctx): Route[] {
  return [
    operatorRoute(
      'operator.provider.check',
      { summary: 'Check the settings at the wallet provider', responses: { 200: ProviderSettings } },
      async () => ok(await checkProvider(ctx)),
    ),
    operatorRoute(
      'operator.unsettled.list',
      {
        summary: 'List what the provider has not settled',
        query: PageQuery,
        responses: { 200: UnsettledPage },
      },
      async ({ query }) => {
        const { limit, offset } = { limit: 50, offset: 0, ...query };
        return ok({ ...(await listUnsettled(ctx, { limit, offset })), limit, offset });
      },
    ),
    operatorRoute(
      'operator.unsettled.check',
      {
        summary: 'Ask about one of them now',
        refusals: ['unsettled_not_found'],
        params: UnsettledPath,
        responses: { 200: UnsettledChecked },
      },
      async ({ params }) => ok(await checkUnsettled(ctx, params.unsettled_id)),
    ),
  ];
}

function clockView(ctx: Ctx) {
  return { now: ctx.clock.now().toISOString(), offset_seconds: ctx.clock.offsetSeconds };
}

function requireTest(ctx: Ctx): void {
  if (ctx.config.environment !== 'test') throw new Refusal('test_environment_only');
}
