import type { Fault } from '../../machine/store/shapes.ts';
import { statusOf } from '../checks/issues.ts';
import { describe, OAuthProblem, ProviderProblem } from '../checks/problem.ts';
import type { Link } from '../shapes/shapes.ts';

/** What a refusal without an issue of its own says. */
const ISSUE_OF_STATUS: Readonly<Record<number, string>> = {
  400: 'INVALID_PARAMETER_VALUE',
  403: 'PERMISSION_DENIED',
  404: 'INVALID_RESOURCE_ID',
  409: 'PREVIOUS_REQUEST_IN_PROGRESS',
  429: 'RATE_LIMIT_REACHED',
};

/** The provider's words for a fault that refuses or fails; a refusal carries the links of its operation. */
export function problemOfFault(fault: Fault, links: Link[] = []): Error {
  if (fault.mode !== 'refuse') {
    return new ProviderProblem(fault.status ?? 500, fault.issue ? [describe({ issue: fault.issue })] : [], {
      retryAfter: fault.retry_after,
    });
  }
  // A bearer that is not taken is told in the shape of OAuth, not in the provider's own.
  if (fault.status === 401 && fault.issue === null) {
    return new OAuthProblem(401, 'invalid_token', 'Token signature verification failed');
  }
  const issue = fault.issue ?? ISSUE_OF_STATUS[fault.status ?? 422] ?? 'TRANSACTION_REFUSED';
  return new ProviderProblem(fault.status ?? statusOf(issue), [describe({ issue })], {
    links,
    retryAfter: fault.retry_after,
  });
}
