import { randomBytes } from 'node:crypto';
import type { Answer, Attempt } from '../../client/src/index.ts';
import { meet } from '../../local/parties.ts';
import { defineCommand, UsageError } from '../command.ts';
import {
  addressOf,
  channelClient,
  type Deployment,
  findOperatorToken,
  KEY,
  OPERATOR,
  WHERE,
} from '../deployment.ts';
import { CommandError, EXIT } from '../exit-codes.ts';
import { type Feed, feedOf, findPresent } from '../listen/feed.ts';
import type { FedEvent } from '../listen/forward.ts';
import type { Output } from '../output.ts';
import { rehearse, toldInstead } from '../rehearsal.ts';
import { insteadOf } from '../suggest.ts';
import { recipeOf, TRIGGERS } from './recipes.ts';
import type { Stage, Subject } from './stage.ts';

const HEARD_WITHIN_MS = 30_000;

export const triggerCommand = defineCommand({
  options: {
    merchant: {
      type: 'string',
      value: '<id>',
      summary: 'for payments: this one; else MERCHANT_ID, else npm start’s with its key, else a new one',
    },
    'sandbox-url': {
      type: 'string',
      value: '<address>',
      summary: 'the sandbox; else SANDBOX_URL, else npm start’s',
    },
    'dry-run': { type: 'boolean', summary: 'print the calls instead of making them' },
    ...WHERE,
    ...KEY,
    ...OPERATOR,
  },
  positionals: ['type?'],
  detail:
    'Makes the calls that a channel, a buyer and a seller would make until the event is raised, so that it ' +
    'and what it is about agree. subscription.past_due moves the clock of the deployment by five days. ' +
    `Without a type the types are listed: ${TRIGGERS.join(', ')}.`,
  run: async ({ values, positionals: [type], output }) => {
    if (type === undefined) return TRIGGERS.forEach((one) => output.result({ type: one }, one));
    const recipe = recipeOf(type);
    if (!recipe) throw new UsageError(`"${type}" cannot be triggered; ${insteadOf(type, TRIGGERS)}`);
    const channel = await channelClient(values);
    const { key, deployment, base_url } = channel;
    const sandbox_url = sandboxOf(values['sandbox-url'], deployment);
    const merchant_id = values.merchant ?? process.env['MERCHANT_ID'] ?? rememberedFor(key, deployment);
    const mark = randomBytes(4).toString('hex');
    const operator_token = (await findOperatorToken(values, deployment)) ?? '';
    const addresses = { base_url, sandbox_url, operator_token };
    const has_operator = operator_token !== '';
    const stageOf = (how: Parameters<typeof meet>[1]): Stage => {
      const parties = meet(addresses, how);
      const channel = parties.as(key);
      return { parties, has_operator, channel, as: (id) => parties.as(key, id), merchant_id, mark };
    };
    if (values['dry-run']) {
      const { calls, ...how } = rehearse();
      await recipe(stageOf(how));
      calls.forEach((call) => output.result(...toldInstead(call)));
      return;
    }
    const before = await findPresent(channel);
    const subject = await recipe(stageOf({ observe: (call, answer) => tell(output, call, answer) }));
    const feed = feedOf(channel, AbortSignal.timeout(HEARD_WITHIN_MS));
    const event_id = await hear(feed, before.cursor, { type, subject });
    const { merchant_id: about } = subject;
    output.result({ type, event_id, merchant_id: about }, `Raised ${type} as ${event_id}`);
  },
});

function tell(output: Output, { method, url }: Attempt, { status }: Answer): void {
  output.note(output.paint('dim', `${method} ${url} → ${status}`));
}

// The event itself, and not only the answers of the calls, tells that it was raised.
async function hear(feed: Feed, after: string, wanted: { type: string; subject: Subject }): Promise<string> {
  try {
    for (let cursor = after; ;) {
      const page = await feed.next(cursor, { isWaiting: true, onLost: () => undefined });
      const found = page.items.find((event) => event.type === wanted.type && isAbout(event, wanted.subject));
      if (found) return found.id;
      cursor = page.cursor;
    }
  } catch (error) {
    if (!isTimeout(error)) throw error;
    const seconds = HEARD_WITHIN_MS / 1_000;
    const message = `Every call was answered, but no ${wanted.type} came within ${seconds} s.`;
    throw new CommandError(EXIT.failed, message, { cause: error });
  }
}

// Others may sell for the same merchant at this moment, another run of this command too.
function isAbout({ merchant_id, body }: FedEvent, subject: Subject): boolean {
  if (merchant_id !== subject.merchant_id) return false;
  if (subject.checkout_session_id === null) return true;
  const { data } = JSON.parse(body) as { data: { object: Record<string, unknown> } };
  return data.object['checkout_session_id'] === subject.checkout_session_id;
}

function isTimeout(error: unknown): boolean {
  const { name, cause } = error as Error;
  return [name, (cause as Error | undefined)?.name].some(
    (one) => one === 'TimeoutError' || one === 'AbortError',
  );
}

// The merchant of `npm start` is of its channel: another channel's key cannot sell for it.
function rememberedFor(key: string, { record }: Deployment): string | null {
  return record?.channel_key === key ? record.merchant_id : null;
}

function sandboxOf(given: string | undefined, deployment: Deployment): string {
  const text = given ?? process.env['SANDBOX_URL'] ?? deployment.record?.sandbox_url;
  if (!text) throw new UsageError('no sandbox: --sandbox-url or SANDBOX_URL has to say where it is');
  return addressOf(text);
}
