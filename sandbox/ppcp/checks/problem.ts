import { NOT_PLAYED, PartyError } from '../../machine/refusal.ts';
import type { Link } from '../shapes/shapes.ts';
import { statusOf } from './issues.ts';
import { sentenceIn, sentenceOf } from './words.ts';

/** One entry of an error's details. */
export interface IssueDetail {
  issue: string;
  description?: string;
  field?: string;
  value?: string;
  location?: 'body' | 'path' | 'query' | 'header';
}

const NAMES: Readonly<Record<number, [name: string, message: string]>> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  413: ['REQUEST_ENTITY_TOO_LARGE', 'The request is larger than the server accepts.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  501: ['NOT_IMPLEMENTED', NOT_PLAYED],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
};

interface ProblemOptions {
  status?: number;
  links?: Link[];
  retryAfter?: number | null;
}

/** A refusal in the provider's own shape. */
export class ProviderProblem extends PartyError {
  readonly status: number;
  readonly details: IssueDetail[];
  readonly links: Link[];
  readonly retryAfter: number | null;

  constructor(status: number, details: IssueDetail[], options: Omit<ProblemOptions, 'status'> = {}) {
    super(details[0]?.issue ?? nameOf(status)[0]);
    this.status = status;
    this.details = details;
    this.links = options.links ?? [];
    this.retryAfter = options.retryAfter ?? null;
  }

  override get told(): string {
    const first = this.details[0];
    return `${first?.issue ?? this.message}: ${first?.description ?? ''}`;
  }
}

/** A refusal of the token endpoint or of a token; they have an error shape of their own. */
export class OAuthProblem extends Error {
  readonly status: number;
  readonly error: string;

  constructor(status: number, error: string, description: string) {
    super(description);
    this.status = status;
    this.error = error;
  }
}

/** Stops the call with one issue; its status is the issue's own (422 when it has none) unless given. */
export function refuse(
  issue: string,
  detail: Omit<IssueDetail, 'issue'> = {},
  options: ProblemOptions = {},
): never {
  throw new ProviderProblem(options.status ?? statusOf(issue), [describe({ issue, ...detail })], options);
}

/** Fills in the sentence that goes with the issue. */
export function describe(detail: IssueDetail): IssueDetail {
  return { ...detail, description: detail.description ?? sentenceOf(detail.issue) };
}

/** The body of a refusal, each issue described as the interface that was called does it. */
export function problemBody(
  problem: ProviderProblem,
  told: { debugId: string; base: string; call: { method: string; route: string } },
): object {
  const { debugId, base, call } = told;
  const [name, message] = nameOf(problem.status);
  if (problem.status >= 500) return { name, message, debug_id: debugId, links: [] };
  const issue = problem.details[0]?.issue ?? name;
  const details = problem.details.map((detail) => ({
    ...detail,
    description: sentenceIn(call, detail.issue),
  }));
  return {
    name,
    ...(details.length > 0 ? { details } : {}),
    message,
    debug_id: debugId,
    links: [
      { href: `${base}/docs/errors#error-${issue}`, rel: 'information_link', method: 'GET' },
      ...problem.links,
    ],
  };
}

function nameOf(status: number): [string, string] {
  return (
    NAMES[status] ?? (status >= 500 ? ['INTERNAL_SERVER_ERROR', 'An error occurred.'] : ['ERROR', 'Refused.'])
  );
}
