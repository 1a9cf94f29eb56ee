import type { ProviderRefusal, RefusalCause, Unknown, Unreachable } from '../rail.ts';
import type { FormAnswer } from './read/form-answer.ts';

/** Who can do something about a refusal; `gateway` is one by the gateway itself of what was asked for, told in words alone. */
export type Cause = RefusalCause | 'gateway';

/** What a call came to that has an effect. */
export type TransactOutcome =
  | { kind: 'approved'; form: FormAnswer }
  | { kind: 'refused'; cause: Cause; refusal: ProviderRefusal; form: FormAnswer }
  | Unreachable
  | Unknown;

const CAUSES: ReadonlyMap<string, Cause> = new Map([
  ...of('buyer', '200 201 202 203 204 220 221 222 223 224 225 240 260 261 262 263 264 461'),
  // The card is to be kept, or was reported.
  ...of('terminal', '250 251 252 253'),
  ...of('seller', '410 411 460'),
  ...of('request', '440 441'),
]);

// The processor failed over it or was not heard from, or it says that it has the same already.
const IN_DOUBT = new Set(['400', '420', '421', '430']);
const LIMITED = '301';
const REFUSED_BY_GATEWAY = '300';

// What the gateway refuses under one code is told apart by its words.
const OF_BUYER = /payment token|customer vault id/i;
const AUTHENTICATION = /authentication failed|security key|not authorized/i;
const DUPLICATE = /duplicate transaction/i;
const REFERENCE = /\s*REFID:\s*(\w+)\s*$/;
const WORDS_MAX = 300;

/** Sorts what a form says by what is certain: done, refused, certainly not carried out, or nobody knows. */
export function judgeForm(form: FormAnswer): TransactOutcome {
  if (form.response === 'approved') return { kind: 'approved', form };
  const { code, text } = form;
  if (IN_DOUBT.has(code)) return { kind: 'unknown', problem: `${code} ${text}`.trim() };
  if (code === LIMITED)
    return { kind: 'unreachable', problem: 'asked to come back later', retry_after_seconds: null };
  const cause = code === REFUSED_BY_GATEWAY ? causeSaid(text) : (CAUSES.get(code) ?? causeOfOther(form));
  if (cause === 'credentials') return keyRefused();
  if (cause === 'in_doubt') return { kind: 'unknown', problem: `${code} ${text}`.trim() };
  return { kind: 'refused', cause, refusal: refusalOf(form), form };
}

/** What query.php refuses tells nothing of what was asked for. */
export function judgeQueryError(text: string): Unreachable {
  if (AUTHENTICATION.test(text)) return keyRefused();
  return {
    kind: 'unreachable',
    problem: `the query was refused: ${wordsOf(text)}`,
    retry_after_seconds: null,
  };
}

function causeSaid(text: string): Cause | 'credentials' | 'in_doubt' {
  if (AUTHENTICATION.test(text)) return 'credentials';
  // The transaction that this one repeats may be of this very call.
  if (DUPLICATE.test(text)) return 'in_doubt';
  return OF_BUYER.test(text) ? 'buyer' : 'gateway';
}

// A code that nobody knows: a decline is one whatever it is, and an error may be of anything.
function causeOfOther({ response }: FormAnswer): Cause | 'in_doubt' {
  return response === 'declined' ? 'buyer' : 'in_doubt';
}

function refusalOf({ code, text, transaction_id }: FormAnswer): ProviderRefusal {
  return {
    issue: code,
    description: wordsOf(text) || `The gateway refused with ${code}.`,
    debug_id: REFERENCE.exec(text)?.[1] ?? transaction_id,
    // What stands on record of it, where anything does.
    provider_status: transaction_id === null ? null : 'failed',
  };
}

function wordsOf(text: string): string {
  return text.replace(REFERENCE, '').slice(0, WORDS_MAX);
}

function keyRefused(): Unreachable {
  return {
    kind: 'unreachable',
    credentials_refused: true,
    problem: 'the security key of the account was refused',
    retry_after_seconds: null,
  };
}

function of(cause: Cause, codes: string): [string, Cause][] {
  return codes.split(' ').map((code) => [code, cause]);
}
