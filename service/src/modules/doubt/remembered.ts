import { HOUR_MS, later } from '../../lib/time.ts';
import type { Traits } from '../../rails/rail.ts';

type Asked = { since: Date; for: keyof Traits['repeat_hours'] };

/** Until when a request that was first made at `since` may be repeated under its id: so long the provider repeats its first answer,
 *  and after that it might carry it out once more. */
export function rememberedUntil({ repeat_hours }: Pick<Traits, 'repeat_hours'>, asked: Asked): Date {
  return later(asked.since, repeat_hours[asked.for] * HOUR_MS);
}

export function isRemembered(traits: Pick<Traits, 'repeat_hours'>, asked: Asked, now: Date): boolean {
  // A process whose clock is a little behind that of whoever asked first must not take the moment before for a promise.
  return traits.repeat_hours[asked.for] > 0 && now < rememberedUntil(traits, asked);
}
