import type { Answer, World } from '../../../../tests/world/world.ts';
import { originOf } from '../../modules/owners/owners.fixture.ts';
import { type Operation, type OperationId, OPERATIONS } from '../../http/operations.ts';
import { disguise } from './look-alikes.fixture.ts';
import type { JsonValue } from '../openapi.ts';
import type { Recorded, Recording } from './recorded.ts';

const ITEMS_MAX = 2;

export interface Sent {
  params?: Record<string, string>;
  query?: string;
  key?: string;
  merchant?: string;
  body?: JsonValue;
}

/** A channel's key, and the merchant that it acts for. */
export type Seller = Required<Pick<Sent, 'key' | 'merchant'>>;

/** Where the examples happen, and who calls. */
export interface Scene {
  world: World;
  call: Recorder['call'];
  operator: { key: string };
}

interface Recorder {
  /** Calls an operation and keeps what was sent and answered: the first success, and each refusal that has a name. */
  call(id: OperationId, sent?: Sent): Promise<Answer>;
  recording(): Recording;
}

/** Keeps what a world is asked and answers, with nothing of the run in it. */
export function recorderOf(world: World): Recorder {
  const kept = new Map<OperationId, Recorded>();
  const { of } = disguise({
    [world.base_url]: 'https://pay.example.com',
    [originOf(world)]: 'https://pay.example.com',
    [world.sandbox_url]: 'https://wallet.example',
    'receiver.sandbox.test/shop': 'shop.example.com/webhooks',
    'receiver.sandbox.test': 'shop.example.com',
  });
  return {
    call: async (id, sent = {}) => {
      const row: Operation = OPERATIONS[id];
      const path = row.path.replace(/:([a-z_]+)/g, (_whole, name: string) => sent.params![name]!);
      const { query = '', params, ...options } = sent;
      const answer = await world.call(row.method, path + query, options);
      kept.set(
        id,
        keep(kept.get(id) ?? {}, { params, body: sent.body, answer }, (value) => of(value, id)),
      );
      return answer;
    },
    recording: () => Object.fromEntries([...kept].toSorted(([one], [other]) => (one < other ? -1 : 1))),
  };
}

function keep(
  before: Recorded,
  seen: { params: Sent['params']; body: JsonValue | undefined; answer: Answer },
  of: (value: JsonValue) => JsonValue,
): Recorded {
  const { params, body, answer } = seen;
  const answered = of(shortened(answer.body as JsonValue));
  if (answer.status >= 300) {
    const { code } = answered as { code?: string };
    if (code === undefined) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
    return { ...before, refusals: { ...before.refusals, [code]: answered } };
  }
  if (before.answers) return before;
  return {
    ...(params && { params: of(params) as Record<string, string> }),
    ...(body !== undefined && { request: of(body) }),
    answers: { [answer.status]: answered },
    ...before,
  };
}

// A list is shown by its first entries.
function shortened(body: JsonValue): JsonValue {
  if (Array.isArray(body)) return body.slice(0, ITEMS_MAX);
  if (typeof body !== 'object' || body === null || !('items' in body)) return body;
  const { items, ...rest } = body as { items: JsonValue[] };
  return { items: items.slice(0, ITEMS_MAX), ...rest };
}
