import type { Answers } from '../client/src/index.ts';
import { defineCommand } from './command.ts';
import { OPERATOR, operatorClient, WHERE } from './deployment.ts';
import { EXIT } from './exit-codes.ts';
import type { Output } from './output.ts';

// The service asks the provider several times, each at most five seconds.
const LIMIT_MS = 30_000;
const MARKS = { ok: ['✓', 'green'], failed: ['✗', 'red'], skipped: ['-', 'dim'] } as const;

export const providerPingCommand = defineCommand({
  options: { ...WHERE, ...OPERATOR },
  detail:
    'The service itself asks its provider: whether the credentials are good, the partner is known, and ' +
    'the notices lead here and tell everything. Ends with 0 only when every check holds.',
  run: async ({ values, output }) => {
    const { operator } = await operatorClient(values);
    const report = await operator.provider.check({}, { timeoutMs: LIMIT_MS });
    output.result(report, textOf(report, output));
    return report.ok ? EXIT.ok : EXIT.failed;
  },
});

function textOf(report: Answers['operator.provider.check'], output: Output): string {
  const lines = report.checks.map(({ name, status, detail }) => {
    const [mark, color] = MARKS[status];
    return `${output.paint(color, mark)} ${name.padEnd(8)}  ${detail}`;
  });
  const where = report.api_base ?? 'no address';
  return [`${report.provider} (${report.environment}) at ${where}`, ...lines].join('\n');
}
