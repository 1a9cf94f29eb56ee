/** Whether a turn came, or those who waited were sent away. */
type Turn = 'begin' | 'sent_away';

/** Lets so many at once through for each key; the others wait in line. */
interface Lanes {
  /** Every turn that begins is ended by `leave`. */
  enter(key: string): Promise<Turn>;
  leave(key: string): void;
  /** Ends the waiting of all who wait for this key. */
  sendAway(key: string): void;
  sendAllAway(): void;
}

interface Lane {
  inside: number;
  readonly waiting: ((turn: Turn) => void)[];
}

export function newLanes(insideMax: number): Lanes {
  const lanes = new Map<string, Lane>();

  function sendAway(key: string): void {
    lanes
      .get(key)
      ?.waiting.splice(0)
      .forEach((answer) => answer('sent_away'));
  }

  return {
    enter: (key) => {
      const lane = lanes.get(key) ?? { inside: 0, waiting: [] };
      lanes.set(key, lane);
      if (lane.inside >= insideMax) return new Promise((resolve) => lane.waiting.push(resolve));
      lane.inside += 1;
      return Promise.resolve('begin');
    },
    leave: (key) => {
      const lane = lanes.get(key)!;
      const next = lane.waiting.shift();
      if (next) return next('begin');
      lane.inside -= 1;
      if (lane.inside === 0) lanes.delete(key);
    },
    sendAway,
    sendAllAway: () => [...lanes.keys()].forEach(sendAway),
  };
}
