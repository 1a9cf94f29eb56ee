interface Entry {
  readonly lane: string;
  arrival: number;
  readonly admit: () => void;
}

/** Who waits, in a line for each lane. */
export interface Lines {
  join(lane: string, admit: () => void): Entry;
  leave(entry: Entry): void;
  /** Lets in the longest waiting of those whose lane may; false when none may. Where that is one of a grouped lane, its place is that
   *  lane's which has waited for its turn for longest: of some that ask for much, and are stuck, none stands in front of the others. */
  admitNext(mayEnter: (lane: string) => boolean): boolean;
  has(lane: string): boolean;
  size(): number;
}

export function openLines(isGrouped: (lane: string) => boolean): Lines {
  const lines = new Map<string, Entry[]>();
  const turns = new Map<string, number>();
  let [arrivals, size, admissions] = [0, 0, 0];

  const isSooner = (first: Entry, other: Entry | undefined): boolean => {
    if (!other) return true;
    const turnOf = ({ lane }: Entry) => turns.get(lane) ?? 0;
    return (
      turnOf(first) < turnOf(other) || (turnOf(first) === turnOf(other) && first.arrival < other.arrival)
    );
  };

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
      let next: Entry | undefined;
      let grouped: Entry | undefined;
      for (const line of lines.values()) {
        const first = line[0]!;
        const isNext = !next || first.arrival < next.arrival;
        const isItsTurn = isGrouped(first.lane) && isSooner(first, grouped);
        if (!(isNext || isItsTurn) || !mayEnter(first.lane)) continue;
        if (isNext) next = first;
        if (isItsTurn) grouped = first;
      }
      if (!next) return false;
      if (isGrouped(next.lane)) {
        // Who steps back has the time of arrival of whoever goes first, so that nobody outside of the group waits for more.
        [next.arrival, grouped!.arrival] = [grouped!.arrival, next.arrival];
        next = grouped!;
        turns.set(next.lane, (admissions += 1));
      }
      leave(next);
      next.admit();
      return true;
    },
    has: (lane) => lines.has(lane),
    size: () => size,
  };
}
