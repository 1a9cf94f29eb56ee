import { NOT_PLAYED, PartyError } from '../machine/refusal.ts';
import type { Fault } from '../machine/store/shapes.ts';

type Refusal = readonly [status: number, message: string];

const REFUSED = 422;

/** What the carrier refuses with, by its number. */
const REFUSALS = {
  20003: [401, 'Authenticate'],
  20404: [404, 'The requested resource was not found'],
  20429: [429, 'Too Many Requests'],
  20500: [500, 'Internal Error'],
  21211: [400, "The 'To' number is not a valid phone number."],
  21212: [400, "The 'From' number is not a valid phone number."],
  21602: [400, 'A message body is required.'],
  21603: [400, "A 'From' phone number is required."],
  21604: [400, "A 'To' phone number is required."],
  21609: [400, "The 'StatusCallback' URL is not a valid URL."],
  21610: [400, 'The recipient does not want messages from this number.'],
  21614: [400, "The 'To' number cannot receive text messages."],
  21617: [400, 'The message body is too long.'],
} as const satisfies Readonly<Record<number, Refusal>>;

export type RefusalNumber = keyof typeof REFUSALS;

/** A refusal of the carrier, which has numbers for them. */
export class CarrierProblem extends PartyError {
  readonly status: number;
  readonly code: number;
  readonly retryAfter: number | null;

  constructor(status: number, code: number, message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** Stops the call with one of the carrier's numbers, its status and its words. */
export function refuse(code: RefusalNumber): never {
  throw new CarrierProblem(REFUSALS[code][0], code, REFUSALS[code][1]);
}

/** The carrier's words for a fault that refuses or fails. A refusal may name one of its numbers as its issue. */
export function problemOfFault(fault: Fault): CarrierProblem {
  const { issue, retry_after } = fault;
  const known = fault.mode === 'refuse' ? refusalOf(issue) : null;
  if (known !== null)
    return new CarrierProblem(fault.status ?? known[0], Number(issue), known[1], retry_after);
  const status = fault.status ?? (fault.mode === 'refuse' ? REFUSED : 500);
  const told = problemOfStatus(status, issue ?? 'The message was refused');
  const code = /^\d{5}$/.test(issue ?? '') ? Number(issue) : told.code;
  return new CarrierProblem(status, code, told.message, retry_after);
}

/** A refusal for which only the status is known. */
export function problemOfStatus(status: number, message: string): CarrierProblem {
  const code = codeOf(status);
  return new CarrierProblem(status, code ?? 21000, code === null ? message : REFUSALS[code][1]);
}

/** What a call is refused with that the carrier has and that is not played. */
export function notPlayed(): CarrierProblem {
  return new CarrierProblem(501, 20500, NOT_PLAYED);
}

function refusalOf(issue: string | null): Refusal | null {
  return new Map<string, Refusal>(Object.entries(REFUSALS)).get(issue ?? '') ?? null;
}

function codeOf(status: number): RefusalNumber | null {
  if (status === 429) return 20429;
  if (status === 404) return 20404;
  return status >= 500 ? 20500 : null;
}
