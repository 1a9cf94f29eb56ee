import type { Ctx } from '../../service/src/context.ts';

/** A context for a call that is to wait for another, and when it has come to wait: from then on it asks nothing by itself. */
export function whoWaits<C extends Pick<Ctx, 'cut'>>(ctx: C): { ctx: C; waits: Promise<void> } {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { cut } = ctx;
  // Asked for by a wait, and by nothing before it.
  const get = () => {
    resolve();
    return cut;
  };
  return { ctx: Object.defineProperty({ ...ctx }, 'cut', { get }), waits: promise };
}
