/** Something the control interface and the pages cannot do; told as `{detail}`. */
export class ActRefusal extends Error {
  readonly status: number;

  constructor(status: number, detail: string) {
    super(detail);
    this.status = status;
  }
}

/** Refuses an id that names nothing. */
export function notFound(what: string): never {
  throw new ActRefusal(404, `${what} not found`);
}

/** Refuses a request that makes no sense. */
export function unprocessable(detail: string): never {
  throw new ActRefusal(422, detail);
}

/** Refuses what the present state does not allow. */
export function conflict(detail: string): never {
  throw new ActRefusal(409, detail);
}

/** What a party says of an operation that it has and that is not played. */
export const NOT_PLAYED = 'The sandbox does not play this operation';

/** A party's own refusal of a call, in the shape of its interface. Whatever acts for a person, by control or
 *  by a page, tells it as a conflict. */
export class PartyError extends Error {
  /** What control tells of it. */
  get told(): string {
    return this.message;
  }
}
