import { defineCommand, UsageError } from './command.ts';
import { findDeployment, WHERE } from './deployment.ts';
import { CommandError, EXIT, exitCodeOf } from './exit-codes.ts';

const LIMIT_MS = 15_000;
const WAYS = ['redirect', 'embed', 'buttons'] as const;

type Policy = Readonly<Record<string, readonly string[]>>;

export const cspCommand = defineCommand({
  options: {
    ...WHERE,
    for: { type: 'string', value: '<way>', summary: `${WAYS.join(', ')}; buttons when left out` },
    session: { type: 'string', value: '<id>', summary: 'of sessions paid like this one; else of all' },
  },
  detail:
    'Prints the header Content-Security-Policy with what a page of yours has to allow and nothing besides. ' +
    'Add what your page needs for itself: a directive that you have already gets these sources too.',
  run: async ({ values, output }) => {
    const way = WAYS.find((one) => one === (values.for ?? 'buttons'));
    if (!way) throw new UsageError(`--for is one of ${WAYS.join(', ')}`);
    const { base_url } = await findDeployment(values);
    const policies = await readPolicies(base_url, values.session ?? null);
    const policy = policies[way] ?? {};
    const directives = Object.entries(policy).map(([name, sources]) => [name, ...sources].join(' '));
    if (directives.length === 0 && !output.isJson)
      return output.note('A page that sends its buyers there needs nothing.');
    output.result(policy, `Content-Security-Policy: ${directives.join('; ')}`);
  },
});

async function readPolicies(baseUrl: string, session: string | null): Promise<Record<string, Policy>> {
  const which = session === null ? '' : `?${new URLSearchParams({ session }).toString()}`;
  const limit = { signal: AbortSignal.timeout(LIMIT_MS) };
  const answer = await fetch(`${baseUrl}/sdk/policy${which}`, limit).catch((cause: unknown) => {
    throw new CommandError(EXIT.unavailable, `${baseUrl} cannot be reached.`, { cause });
  });
  if (answer.ok) return (await answer.json()) as Record<string, Policy>;
  const problem =
    session !== null && answer.status === 404 ? 'has no such session' : `answered ${answer.status}`;
  throw new CommandError(exitCodeOf(answer.status), `${baseUrl} ${problem}.`);
}
