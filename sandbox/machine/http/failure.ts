import { isUnavailable } from '../../../postgres/failures.ts';

/** The status of what failed without being refused: the one it carries, 503 while the database fails, else 500. */
export function statusOfFailure(error: Error & { statusCode?: number }): number {
  return error.statusCode ?? (isUnavailable(error) ? 503 : 500);
}
