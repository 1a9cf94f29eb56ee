import { type Fairway, fairwayClient, isFairwayError } from '../../client/src/index.ts';
import { defineCommand } from '../command.ts';
import { findDeployment, findOperatorToken, OPERATOR, WHERE } from '../deployment.ts';
import { CommandError, EXIT, exitCodeOf } from '../exit-codes.ts';
import { readFigures } from './figures.ts';
import { reportOf, textOf } from './report.ts';

// A process answers either within two seconds, whatever its database does.
const LIMIT_MS = 10_000;
const SHOWN_MAX = 200;

export const statusCommand = defineCommand({
  options: { ...WHERE, ...OPERATOR },
  detail:
    'Reads /readyz and /metrics of the process that answers there, and with the operator token what was given up at ' +
    'receivers. What waits is counted over the whole deployment; sweeps and clock are that process’s own. Ends with 0 when ' +
    'all is well, 1 when something is for a person, 7 when it is not ready. docs/operating/alerts.md has each name in brackets.',
  run: async ({ values, output }) => {
    const deployment = await findDeployment(values);
    const { base_url } = deployment;
    const readiness = await readReadiness(base_url);
    const figures = await readMetrics(base_url);
    const token = await findOperatorToken(values, deployment);
    const isReady = readiness === 'ready';
    const counted = isReady && token ? await countGivenUp(base_url, token) : null;
    const given_up = typeof counted === 'number' ? counted : null;
    const is_token_refused =
      isFairwayError(counted) && 'status' in counted && exitCodeOf(counted.status) === EXIT.auth;
    const report = reportOf({ base_url, readiness, figures, given_up, is_token_refused });
    output.result(report, textOf(report, output));
    if (counted instanceof Error && !is_token_refused)
      output.note(`What was given up at receivers was not told: ${counted.message}`);
    if (!token) output.note('Without OPERATOR_TOKEN it is not asked what was given up at receivers.');
    if (!isReady) return EXIT.unavailable;
    return report.ok ? EXIT.ok : EXIT.failed;
  },
});

async function readReadiness(base_url: string): Promise<string> {
  const { status, text } = await ask(base_url, '/readyz');
  const told = /^\{"status":"([a-z -]+)"\}$/.exec(text)?.[1];
  if (told !== undefined && (status === 200 || status === 503)) return told;
  throw strange(base_url, '/readyz', { status, text });
}

async function readMetrics(base_url: string) {
  const { status, text } = await ask(base_url, '/metrics');
  const figures = readFigures(text);
  if (status === 200 && figures.some(({ name }) => name === 'fairway_build_info')) return figures;
  throw strange(base_url, '/metrics', { status, text });
}

async function ask(base_url: string, path: string): Promise<{ status: number; text: string }> {
  try {
    const signal = AbortSignal.timeout(LIMIT_MS);
    const answer = await fetch(`${base_url}${path}`, { redirect: 'manual', signal });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    const { message, cause } = error as Error;
    const why = cause instanceof Error ? cause.message : message;
    throw new CommandError(EXIT.unavailable, `GET ${path} of ${base_url} got no answer: ${why}`, {
      cause: error,
    });
  }
}

function strange(base_url: string, path: string, answer: { status: number; text: string }): CommandError {
  const { status, text } = answer;
  const why = `GET ${path} of ${base_url} answered ${status}, which is none of Fairway’s: ${text.slice(0, SHOWN_MAX)}`;
  const how = 'Where a proxy keeps it back, --base-url takes the address of a process itself.';
  return new CommandError(EXIT.unavailable, `${why}\n${how}`);
}

// A replay that stands has taken the event up: what is counted is what nobody has dealt with. What else is known of the
// deployment is told also where the token is no longer good.
async function countGivenUp(baseUrl: string, key: string): Promise<number | Error> {
  const { operator }: Fairway = fairwayClient({ baseUrl, key, timeoutMs: LIMIT_MS, retries: 0 });
  try {
    return (await operator.events.replayMany({ state: 'failed', dry_run: true })).matched;
  } catch (error) {
    return error as Error;
  }
}
