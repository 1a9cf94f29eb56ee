import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { transportRefusal } from '../http/problem.ts';
import { BudgetExceeded, InvalidFields, REFUSALS, Refusal, UnfitValue } from '../refusals.ts';
import { ACTIVATION_PROBLEMS } from './people/activation-words.ts';
import type { ProblemName } from './locales/catalogue.ts';
import type { Locale } from './locales/choose.ts';
import { phraseText } from './locales/phrase.ts';

interface Problem {
  status: number;
  heading: string;
  text: string;
}

/** An error of a page in words for a person. What is not a refusal is a fault of ours, logged under the
 *  request. */
export function problemOf(error: unknown, request: Pick<FastifyRequest, 'id'>, log: Logger): Problem {
  if (error instanceof Refusal) return refusalProblem(error);
  if (error instanceof InvalidFields || error instanceof UnfitValue) return NOT_FOUND;
  if (error instanceof BudgetExceeded) {
    return {
      status: 429,
      heading: 'Too many requests',
      text: 'Too many came from your network. Please wait a minute, then load this page again.',
    };
  }
  if (isTransport(error)) return { ...UNREADABLE, status: error.statusCode };
  const name = transportRefusal(error);
  if (name) return refusalProblem(new Refusal(name));
  log.error({ err: error, request_id: request.id }, 'page failed');
  return {
    status: 500,
    heading: 'Something went wrong',
    text: `The fault is on our side. Please try again; if it stays, tell support this number: ${request.id}`,
  };
}

/** The same on a page of buyers, in their language. A refusal's own words are for who wrote the shop. */
export function inBuyersWords(
  { status }: Problem,
  { words }: Locale,
  { id }: Pick<FastifyRequest, 'id'>,
): Problem {
  const { heading, text } = words.problems[BY_STATUS[status] ?? 'refused'];
  return { status, heading, text: phraseText(text, { number: id }) };
}

const BY_STATUS: Readonly<Record<number, ProblemName>> = {
  404: 'not_found',
  429: 'too_many',
  500: 'failed',
  503: 'unavailable',
};

const LINK_HINT =
  'The link may be incomplete. Please open it again from where you found it, ' +
  'or ask the shop for a new one.';

const NOT_FOUND: Problem = {
  status: 404,
  heading: 'This page does not exist',
  text: LINK_HINT,
};

const UNREADABLE: Problem = {
  status: 400,
  heading: 'This request could not be read',
  text: 'Please go back to the page you came from and try again.',
};

function refusalProblem(error: Refusal): Problem {
  const [status, detail] = REFUSALS[error.refusal];
  if (error.refusal === 'activation_not_found') {
    return { status, heading: 'We cannot find this activation', text: ACTIVATION_PROBLEMS['404']! };
  }
  if (status === 404) return NOT_FOUND;
  if (status === 503) {
    return { status, heading: 'We cannot answer at the moment', text: 'Please try again in a minute.' };
  }
  return { status, heading: 'This did not work', text: `${detail}.` };
}

function isTransport(error: unknown): error is { statusCode: number } {
  if (typeof error !== 'object' || error === null || !('statusCode' in error)) return false;
  return typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500;
}
