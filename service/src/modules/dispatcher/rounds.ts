import type { Allowance, Claim } from '../deliveries/index.ts';

export interface Rounds {
  /** Whether something due may wait for room: then it is looked for as soon as there is some. */
  readonly isRoomWanted: boolean;
  /** Nothing was claimed, since nothing had room. */
  hadNoRoom(): void;
  /** Tells, after what was claimed has begun, whether another claim may find more at once. */
  saw(claim: Omit<Claim, 'claimed'>): boolean;
}

/** Follows the rounds over the endpoints that have something due, one claim after the other. Where everything found was begun,
 *  and where what was left has no room, another look would only cost the database a statement. */
export function followRounds(allowance: Pick<Allowance, 'hasRoomFor'>): Rounds {
  let round = { mayFindMore: false, hasLeft: false };
  let isRoomWanted = true;
  return {
    get isRoomWanted() {
      return isRoomWanted;
    },
    hadNoRoom: () => {
      isRoomWanted = true;
    },
    saw: ({ cursor, left, hasParked }) => {
      round.hasLeft ||= left.length > 0;
      round.mayFindMore ||= hasParked || allowance.hasRoomFor(left);
      isRoomWanted ||= round.hasLeft;
      if (cursor !== null) return true;
      const { mayFindMore, hasLeft } = round;
      isRoomWanted = hasLeft;
      round = { mayFindMore: false, hasLeft: false };
      return mayFindMore;
    },
  };
}
