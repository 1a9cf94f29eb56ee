/** One run of a sweep, as the sweep sees it. */
export interface SweepRun {
  /** Whether its time is up: nothing more is begun. */
  isOver(): boolean;
  /** Resolves when somebody says that something may have become due. Who asked for it last is told. */
  woken(): Promise<void>;
  /** Aborted when the process stops: what is under way ends, and nothing more is begun. */
  readonly stopping: AbortSignal;
  /** Aborted when what is under way is not waited for any longer either. */
  readonly cut: AbortSignal;
}

const NEVER = new AbortController().signal;

/** For what is asked for by a person, who waits for its end. */
export const UNTIL_DONE: SweepRun = {
  isOver: () => false,
  woken: () => new Promise(() => undefined),
  stopping: NEVER,
  cut: NEVER,
};
