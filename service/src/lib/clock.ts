/** The one source of time. Everything that stamps, expires or schedules asks a Clock; nothing else reads the host's. */
export interface Clock {
  /** The service's time: the host's, moved by `offsetSeconds` in a test environment. */
  now(): Date;
  /** The host's own time, for what outsiders compare with theirs: signature timestamps and budget windows. */
  wall(): Date;
  /** How far `now` runs ahead of `wall`. Always 0 in a live environment. */
  readonly offsetSeconds: number;
}

/** A clock that can be moved forward; the test environment's `clock/advance` is its only caller. */
export interface MovableClock extends Clock {
  move(seconds: number): void;
  set(offsetSeconds: number): void;
}

/** Makes the clock of a process. `offsetSeconds` is what an earlier process of this deployment had reached. */
export function movableClock(offsetSeconds = 0): MovableClock {
  let offset = offsetSeconds;
  return {
    now: () => new Date(Date.now() + offset * 1000),
    wall: () => new Date(),
    get offsetSeconds() {
      return offset;
    },
    move: (seconds) => {
      offset += seconds;
    },
    set: (seconds) => {
      offset = seconds;
    },
  };
}
