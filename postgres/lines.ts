interface Entry {
  readonly lane: string;
  readonly arrival: number;
  readonly admit: () => void;
}

/** Who waits, in a line for each lane. */
export interface Lines {
  join(lane: string, admit: () => void): Entry;
  leave(entry: Entry): void;
  /** Lets in the longest waiting of those whose lane may; false when none may. */
  admitNext(mayEnter: (lane: string) => boolean): boolean;
  has(lane: string): boolean;
  size(): number;
}

export function openLines(): Lines {
  const lines = new Map<string, Entry[]>();
  let [arrivals, size] = [0, 0];

  const leave = (entry: Entry): void => {
    const line = lines.get(entry.lane)!;
    line.splice(line.indexOf(entry), 1);
    if (line.length === 0) lines.delete(entry.lane);
    size -= 1;
  };

  return {
    leave,
    join: (lane, admit) => {
      const entry = { lane, admit, arrival: (arrivals += 1) };
      const line = lines.get(lane);
      if (line) line.push(entry);
      else lines.set(lane, [entry]);
      size += 1;
      return entry;
    },
    admitNext: (mayEnter) => {
      let next: Entry | null = null;
      for (const [first] of lines.values()) {
        if ((next === null || first!.arrival < next.arrival) && mayEnter(first!.lane)) next = first!;
      }
      if (next === null) return false;
      leave(next);
      next.admit();
      return true;
    },
    has: (lane) => lines.has(lane),
    size: () => size,
  };
}
