/** Gives a place back. */
export type Leave = () => void;

/** Lets a bounded number of calls through and a bounded number wait. */
interface Gate {
  /** A place within `waitMs`, or null when none became free or too many wait already. */
  enter(waitMs: number): Promise<Leave | null>;
}

export function createGate(bounds: { places: number; queue: number }): Gate {
  let free = bounds.places;
  const waiting = new Set<() => void>();

  function leave(): void {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  }

  function place(): Leave {
    let held = true;
    return () => {
      if (held) leave();
      held = false;
    };
  }

  function wait(waitMs: number): Promise<Leave | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(called);
        resolve(null);
      }, waitMs);
      const called = () => {
        clearTimeout(timer);
        waiting.delete(called);
        resolve(place());
      };
      waiting.add(called);
    });
  }

  return {
    enter: async (waitMs) => {
      if (free > 0) {
        free -= 1;
        return place();
      }
      return waiting.size >= bounds.queue ? null : wait(waitMs);
    },
  };
}
