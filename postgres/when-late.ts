/** Calls `late` after `ms`, unless what it returns is called before. What arrived in time is heard first, also by a process
 *  that was too busy to listen: timers come before arrivals there, and a caller would be refused an answer that is here. */
export function whenLate(ms: number, late: () => void): () => void {
  let heard: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (heard = setImmediate(late)), ms);
  return () => {
    clearTimeout(timer);
    clearImmediate(heard);
  };
}
