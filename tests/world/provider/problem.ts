import { type TSchema, Type } from 'typebox';
import type { Family } from './issues.ts';
import { issuesOf } from './issues.ts';
import { closed, Links, listOf, oneOf, text } from './scalars.ts';

/** Name and message of a refusal belong to its status. */
const NAMES: Readonly<Record<number, readonly [name: string, message?: string]>> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  413: ['REQUEST_ENTITY_TOO_LARGE'],
  415: ['UNSUPPORTED_MEDIA_TYPE', "The server does not support the request payload's media type."],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  502: ['INTERNAL_SERVER_ERROR'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
  504: ['INTERNAL_SERVER_ERROR'],
};

const TokenRefusal = closed({ error: text(64, '^[a-z_]+$') }, { error_description: text(500) });

/** A refusal with this status. `issues` are those it may name; null leaves them open. */
export function problemWith(status: number, family: Family, issues: string[] | null): TSchema {
  if (family === 'oauth' && status < 500 && status !== 429) return TokenRefusal;
  const known = NAMES[status];
  if (!known) return Type.Never();
  const [name, message] = known;
  const detail = closed(
    { issue: issues === null ? text(100, '^[A-Z0-9_]+$') : oneOf(issues.join(' ')) },
    {
      description: text(2_000),
      field: text(2_000),
      value: Type.String({ maxLength: 16_384 }),
      location: oneOf('body path query header'),
      links: Links,
    },
  );
  const problem = closed(
    {
      name: Type.String({ const: name }),
      message: message === undefined ? text(2_000) : Type.String({ const: message }),
      debug_id: text(50, '^[0-9a-f]+$'),
    },
    { details: listOf(detail, 100, 1), links: Links, information_link: text(2_000) },
  );
  // A token that is not taken is told in the words of OAuth, whatever was asked.
  return status === 401 ? Type.Union([problem, TokenRefusal]) : problem;
}

/** A refusal as this interface may give it. */
export function problemOf(status: number, family: Family): TSchema {
  return problemWith(status, family, issuesOf(family, status));
}
