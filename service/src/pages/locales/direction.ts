const RIGHT_TO_LEFT = new Set(['ar', 'fa', 'he']);

/** The side from which a language of ours is read. */
export function directionOf(tag: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(tag.split('-')[0]!) ? 'rtl' : 'ltr';
}
