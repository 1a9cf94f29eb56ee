import type { Fairway } from '../client/src/index.ts';
import { merchantClient } from './deployment.ts';
import type { Output } from './output.ts';
import { rehearse, toldInstead } from './rehearsal.ts';

/** Makes one call for a merchant and shows what it was answered, or prints it instead where that is asked for. */
export async function makeOrTell<Answer extends object>(
  values: Parameters<typeof merchantClient>[0] & { 'dry-run'?: boolean },
  output: Output,
  { call, show }: { call: (fairway: Fairway) => Promise<Answer>; show: (answer: Answer) => string },
): Promise<void> {
  const { calls, ...how } = rehearse();
  const isDryRun = values['dry-run'] === true;
  const { fairway } = await merchantClient(values, isDryRun ? how : {});
  const answer = await call(fairway);
  if (isDryRun) calls.forEach((one) => output.result(...toldInstead(one)));
  else output.result(answer, show(answer));
}
