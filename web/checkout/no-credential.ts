import type { NoticeName } from './page.ts';

/** There is nothing to set the provider's script up with. `status` is the refusal's; null where nobody answered. */
export function noCredential(status: number | null): Error {
  return Object.assign(new Error('there is no credential'), { status });
}

/** What the page says of ways to pay that could not be drawn. */
export function noticeOf(cause: unknown): NoticeName {
  const { status } = (cause ?? {}) as { status?: number | null };
  if (status === undefined) return 'script_failed';
  if (status === 429) return 'rate_limited';
  return status === null || status >= 500 ? 'unreachable' : 'script_failed';
}
