import {
  answerOffer,
  escalateByBuyer,
  openDispute,
  resolveDispute,
  returnGoods,
  showDispute,
  writeMessage,
  type ResolveOutcome,
} from '../acts/disputes.ts';
import { disputeView } from '../views/dispute-view.ts';
import { listRecords } from '../../machine/store/records.ts';
import type { World } from '../shapes/world.ts';
import { pageOf, type ControlCall, type ControlRoute } from '../../machine/control/route.ts';
import * as schemas from './schemas.ts';

const CAPTURE = { capture_id: 'The capture, by the id that the provider gave it' };
const DISPUTE = { dispute_id: 'The dispute, as GET /disputes lists it' };

/** What the buyer and the provider do in a dispute. */
export function disputeRoutes(world: World): ControlRoute[] {
  return [...caseRoutes(world), ...otherSideRoutes(world)];
}

function caseRoutes(world: World): ControlRoute[] {
  return [
    {
      method: 'POST',
      path: '/captures/:capture_id/dispute',
      params: CAPTURE,
      summary: 'The buyer disputes the capture',
      body: schemas.disputeBody,
      handle: ({ params, body }) =>
        openDispute(world, params['capture_id'] ?? '', {
          reason: String(body['reason']),
          amount: body['amount'] as string | undefined,
          due_in_hours: body['due_in_hours'] as number | undefined,
        }),
    },
    {
      method: 'GET',
      path: '/disputes',
      summary: 'Lists the disputes, newest first',
      paged: true,
      handle: async ({ query }) => {
        const page = await listRecords(world.db, 'dispute', pageOf(query));
        const items = [];
        for (const dispute of page.items) items.push(await disputeView(world.db, world, dispute));
        return { ...page, items };
      },
    },
    {
      method: 'GET',
      path: '/disputes/:dispute_id',
      params: DISPUTE,
      summary: 'Shows a dispute as the provider does',
      handle: (call) => showDispute(world, idOf(call)),
    },
  ];
}

function otherSideRoutes(world: World): ControlRoute[] {
  const moves: [name: string, summary: string, move: (id: string) => Promise<object>][] = [
    ['escalate', 'The buyer makes a claim of the inquiry', (id) => escalateByBuyer(world, id)],
    ['accept-offer', "The buyer accepts the seller's offer", (id) => answerOffer(world, id, 'ACCEPTED')],
    ['deny-offer', "The buyer denies the seller's offer", (id) => answerOffer(world, id, 'DENIED')],
    ['return-item', 'The buyer sends the goods back', (id) => returnGoods(world, id)],
  ];
  return [
    {
      method: 'POST',
      path: '/disputes/:dispute_id/message',
      params: DISPUTE,
      summary: 'The buyer writes to the seller',
      body: schemas.messageBody,
      handle: (call) => writeMessage(world, idOf(call), String(call.body['message'])),
    },
    {
      method: 'POST',
      path: '/disputes/:dispute_id/resolve',
      params: DISPUTE,
      summary: 'The provider, or the buyer who cancels, ends the dispute, and the money follows',
      body: schemas.resolveBody,
      handle: (call) => resolveDispute(world, idOf(call), call.body['outcome'] as ResolveOutcome),
    },
    ...moves.map(([name, summary, move]): ControlRoute => ({
      method: 'POST',
      path: `/disputes/:dispute_id/${name}`,
      params: DISPUTE,
      summary,
      body: schemas.noteBody,
      handle: (call) => move(idOf(call)),
    })),
  ];
}

function idOf({ params }: ControlCall): string {
  return params['dispute_id'] ?? '';
}
