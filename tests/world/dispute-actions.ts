import type { TestMerchant } from './actors.ts';
import { type Claim, makeDispute, otherSide, takeAction, type TestDispute } from './disputes.ts';
import type { World } from './world.ts';

const NOT_AS_DESCRIBED = 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED';
const CLAIMED = { reason: 'UNAUTHORISED' };

/** Whose dispute it is, in which world. */
interface On {
  world: World;
  merchant: TestMerchant;
}

/** One of the actions, with a dispute that takes it. */
export interface ActionCase {
  action: string;
  body: object;
  claim?: Claim;
  /** Brings the dispute to where the action is taken. */
  prepare?: (on: On, made: TestDispute) => Promise<unknown>;
}

const give = ({ world, merchant }: On, { id }: TestDispute, action: string, body: object) =>
  takeAction(world, merchant, { id, action, body });
const returned = async (on: On, made: TestDispute) => {
  await give(on, made, 'make-offer', { note: 'Send it back.', offer_type: 'REFUND_WITH_RETURN' });
  await otherSide(on.world, made.provider_id, 'accept-offer');
  await otherSide(on.world, made.provider_id, 'return-item');
  await on.world.drain();
};
const reviewed = (on: On, made: TestDispute) => give(on, made, 'provide-evidence', { notes: 'It was them.' });
const lost = async (on: On, made: TestDispute) => {
  await reviewed(on, made);
  await otherSide(on.world, made.provider_id, 'resolve', { outcome: 'RESOLVED_BUYER_FAVOUR' });
  await on.world.drain();
};

/** Every action that a merchant may take. */
export const ACTION_CASES: readonly ActionCase[] = [
  { action: 'send-message', body: { message: 'It is on  its way.' } },
  { action: 'make-offer', body: { note: 'Half?', offer_type: 'REFUND', offer_amount: '10.00' } },
  { action: 'accept-claim', body: { note: 'We are sorry.' } },
  { action: 'escalate', body: { note: 'Please decide.' } },
  { action: 'provide-evidence', body: { notes: 'Signed for.', document_text: 'Signed' }, claim: CLAIMED },
  { action: 'provide-supporting-info', body: { notes: 'More.' }, claim: CLAIMED, prepare: reviewed },
  { action: 'appeal', body: { notes: 'It did arrive.' }, claim: CLAIMED, prepare: lost },
  {
    action: 'acknowledge-return-item',
    body: { acknowledgement_type: 'ITEM_RECEIVED' },
    claim: { reason: NOT_AS_DESCRIBED },
    prepare: returned,
  },
];

/** A dispute that takes the action. */
export async function disputeFor(on: On, { claim = {}, prepare }: ActionCase): Promise<TestDispute> {
  const made = await makeDispute(on.world, on.merchant, claim);
  await prepare?.(on, made);
  return made;
}

/** How often the provider was sent the action, by any process. */
export async function sentCount(world: World, { provider_id }: TestDispute, action: string): Promise<number> {
  const { items } = (await world.control('GET', 'requests?limit=200')).body;
  const path = `/v1/customer/disputes/${provider_id}/${action}`;
  return items.filter((item: { path: string }) => item.path === path).length;
}
