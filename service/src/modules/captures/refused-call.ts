import type { Ctx } from '../../context.ts';
import type { ProviderRefusal, RefusalCause } from '../../rails/rail.ts';

/** Leaves a line in the log where a provider refused to take money because of our call itself: nobody who pays or sells can mend that. */
export function tellOfRefusedCall(
  ctx: Ctx,
  what: 'capture' | 'charge',
  { by, refusal }: { by: RefusalCause; refusal: ProviderRefusal },
): void {
  if (by !== 'request') return;
  const { issue, debug_id } = refusal;
  ctx.log.error(
    { event: `${what}.call_refused`, issue, debug_id },
    'the provider refused our call as it was made',
  );
}
