const BATCH_MAX = 500;

/** Turns many small calls into few statements without making any of them wait on a timer: the first runs at once, and
 *  what arrives while it runs goes together in the next. `run` answers in the order it was asked. */
export function coalesce<I, O>(run: (items: readonly I[]) => Promise<readonly O[]>): (item: I) => Promise<O> {
  const waiting: { item: I; resolve: (answer: O) => void; reject: (error: unknown) => void }[] = [];
  let isRunning = false;

  async function drainQueue(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      const batch = waiting.splice(0, BATCH_MAX);
      try {
        const answers = await run(batch.map(({ item }) => item));
        batch.forEach(({ resolve }, index) => resolve(answers[index]!));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }
    isRunning = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // After the current turn, so that callers of one turn share the first statement too.
      if (!isRunning) {
        isRunning = true;
        queueMicrotask(() => void drainQueue());
      }
    });
}
