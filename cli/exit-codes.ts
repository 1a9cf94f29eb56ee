/** What a script can tell from how a command ended. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  auth: 3,
  not_found: 4,
  conflict: 5,
  rate_limited: 6,
  unavailable: 7,
} as const;

type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A command that could not do its work, with the code to end with. The message is a sentence for a
 *  person. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  constructor(exitCode: ExitCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}

/** The exit code that an answer's status stands for. */
export function exitCodeOf(status: number): ExitCode {
  if (status === 401 || status === 403) return EXIT.auth;
  if (status === 404 || status === 410) return EXIT.not_found;
  if (status === 409) return EXIT.conflict;
  if (status === 422) return EXIT.usage;
  if (status === 429) return EXIT.rate_limited;
  return status >= 500 ? EXIT.unavailable : EXIT.failed;
}
