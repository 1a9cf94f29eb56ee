import { firstPage, OperatorPageQuery } from '../../../../wire/shapes.ts';
import type { Ctx } from '../../context.ts';
import { ok, type Route, route } from '../../http/route.ts';
import { Refusal } from '../../refusals.ts';
import { orThrow } from '../../refused.ts';
import type { DoubtKind } from '../doubt/index.ts';
import { checkProvider } from './check-provider.ts';
import { moveClock } from './move-clock.ts';
import { rotateSecrets } from './rotate-secrets.ts';
import { checkUnsettled, listUnsettled, settleUnsettled } from './unsettled.ts';

/** What the operator can do to the running process itself; handed in by serving.ts. */
interface OperatorControls {
  /** Runs everything that is due now until nothing is left and tells how much it was. */
  drain(): Promise<Record<string, number>>;
  setClock(offsetSeconds: number): void;
}

export function operatorRoutes(
  ctx: Ctx,
  { controls, doubts }: { controls: OperatorControls; doubts: readonly DoubtKind[] },
): Route[] {
  return [
    ...providerRoutes(ctx, doubts),
    route('operator.clock.read', async () => {
      requireTest(ctx);
      return ok(clockView(ctx));
    }),
    route('operator.clock.advance', async ({ body }) => {
      requireTest(ctx);
      controls.setClock(await moveClock(ctx, body.seconds));
      return ok(clockView(ctx));
    }),
    route('operator.work.drain', async () => {
      requireTest(ctx);
      return ok(await controls.drain());
    }),
    route('operator.secrets.rotate', async ({ body }) =>
      ok(await rotateSecrets(ctx, { from: body.from ?? null, isRehearsal: body.dry_run === true })),
    ),
  ];
}

function providerRoutes(ctx: Ctx, doubts: readonly DoubtKind[]): Route[] {
  return [
    route('operator.provider.check', async () => ok(await checkProvider(ctx))),
    route('operator.unsettled.list', async ({ query }) => {
      const { limit, offset } = { ...firstPage(OperatorPageQuery), ...query };
      return ok({ ...(await listUnsettled(ctx, doubts, { limit, offset })), limit, offset });
    }),
    route('operator.unsettled.check', async ({ params }) => {
      const { settled } = orThrow(await checkUnsettled(ctx, doubts, params.unsettled_id));
      return ok({ id: params.unsettled_id, settled });
    }),
    route('operator.unsettled.settle', async ({ params, body }) => {
      orThrow(await settleUnsettled(ctx, doubts, { id: params.unsettled_id, note: body.note }));
      return ok({ id: params.unsettled_id, settled: true });
    }),
  ];
}

function clockView(ctx: Ctx) {
  return { now: ctx.clock.now().toISOString(), offset_seconds: ctx.clock.offsetSeconds };
}

function requireTest(ctx: Ctx): void {
  if (ctx.config.environment !== 'test') throw new Refusal('test_environment_only');
}
