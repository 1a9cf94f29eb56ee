import { firstPage } from '../../../../wire/shapes.ts';
import {
  StatementLineQuery,
  StatementQuery,
  StatementUnderWayQuery,
} from '../../../../wire/statements/schemas.ts';
import type { Ctx } from '../../context.ts';
import { prefersCsv } from '../../http/accepts.ts';
import { created, AS_CSV, ok, type Route, route } from '../../http/route.ts';
import { streamed } from '../../http/streamed.ts';
import { Refusal } from '../../refusals.ts';
import { closePeriod } from './close-months.ts';
import { correctStatement } from './correct.ts';
import { exportLines } from './export-lines.ts';
import { periodOf } from './period.ts';
import { hashedHead } from './head.ts';
import { listStatements, readBlocks, readLines, readStatement } from './queries.ts';
import { listUnderWay, underWayView } from './under-way.ts';
import { lineView, statementView } from './view.ts';

// An operator waits for so long, and a batch more: clients give a call up after fifteen seconds. What is not issued by then the
// worker goes on with.
const WORKED_AT_MS = 10_000;

export function statementRoutes(ctx: Ctx): Route[] {
  return [
    route('statements.list', async ({ scope, query }) => {
      const { channel_id } = scope;
      const page = { include_superseded: false, ...firstPage(StatementQuery), ...query };
      const rows = await listStatements(ctx.db, { ...page, channel_id });
      return ok(rows.map(statementView));
    }),
    route('statements.read', async ({ scope, params }) =>
      ok(statementView(await found(ctx, { id: params.statement_id, channel_id: scope.channel_id }))),
    ),
    route('statements.lines', async ({ scope, params, query, headers }) => {
      const statement = await found(ctx, { id: params.statement_id, channel_id: scope.channel_id });
      const { id, currency, line_count, period } = statement;
      if (prefersCsv(headers['accept'])) {
        const table = await streamed('statements.export', exportLines(ctx.db, statement));
        const filename = `statement-${period.slice(0, 7)}-${currency}.csv`;
        const disposition = { 'content-disposition': `attachment; filename="${filename}"` };
        return { status: 200, body: table, headers: { ...AS_CSV, ...disposition } };
      }
      const { limit, offset } = { ...firstPage(StatementLineQuery), ...query };
      const lines = await readLines(ctx.db, { statement_id: id, after: offset, limit });
      const shown = lines.map((line) => lineView(line, currency));
      return ok({ statement_id: id, currency, total: line_count, limit, offset, lines: shown });
    }),
    route('statements.proof', async ({ scope, params }) => {
      const row = await found(ctx, { id: params.statement_id, channel_id: scope.channel_id });
      const blocks = await readBlocks(ctx.db, row.id);
      return ok({ hash: row.hash, head: hashedHead(row), blocks });
    }),
    route('operator.statements.close', async ({ body }) => {
      const asked = { period: periodOf(body.period), channel_id: body.channel_id ?? null };
      return ok({ issued: await closePeriod(ctx, asked, workTime()) });
    }),
    route('operator.statements.under_way', async ({ query }) => {
      const { period, channel_id, limit, offset } = { ...firstPage(StatementUnderWayQuery), ...query };
      const of = { period: period === undefined ? undefined : periodOf(period), channel_id };
      const { items, total } = await listUnderWay(ctx.db, of, { limit, offset });
      return ok({ items: items.map(underWayView), total, limit, offset });
    }),
    route('operator.statements.correct', async ({ params, body }) => {
      const statement = await correctStatement(ctx, { ...params, ...body }, workTime());
      if (!statement) throw new Refusal('statement_under_way');
      return created(statementView(statement));
    }),
  ];
}

async function found(ctx: Ctx, of: { id: string; channel_id: string }) {
  const statement = await readStatement(ctx.db, of);
  if (!statement) throw new Refusal('statement_not_found');
  return statement;
}

function workTime(): { isOver: () => boolean } {
  const began = performance.now();
  return { isOver: () => performance.now() - began > WORKED_AT_MS };
}
