interface Presented {
  /** What it is: the channel key, the operator token. */
  what: string;
  /** Where it was found. */
  from: string;
  base_url: string;
}

let last: Presented | null = null;

/** Notes what the calls of this command present from now on. */
export function notePresented(presented: Presented): void {
  last = presented;
}

/** Whose credential it was that was refused: nobody sees which of several places it was taken from. Empty where none was taken. */
export function tellPresented(): string {
  return last === null ? '' : `The ${last.what} of ${last.from} was sent to ${last.base_url}.`;
}
