import { readFileSync } from 'node:fs';
import type { OperationId } from '../../http/operations.ts';
import type { RefusalName } from '../../refusals.ts';
import type { JsonValue } from '../openapi.ts';

/** What was sent to an operation and what it answered, when a test called it. */
export interface Recorded {
  params?: Readonly<Record<string, string>>;
  request?: JsonValue;
  /** Successes, by status. */
  answers?: Readonly<Record<string, JsonValue>>;
  /** Refusals with figures of their own. */
  refusals?: Readonly<Partial<Record<RefusalName, JsonValue>>>;
}

export type Recording = Readonly<Partial<Record<OperationId, Recorded>>>;

export const RECORDING_FILE = new URL('./recorded.json', import.meta.url);

/** The examples of the document, as `recorded.test.ts` saw them; `npm run examples` records them anew. */
export const RECORDED = JSON.parse(readFileSync(RECORDING_FILE, 'utf8')) as Recording;
