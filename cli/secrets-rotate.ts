import type { Answers } from '../client/src/index.ts';
import { defineCommand } from './command.ts';
import { OPERATOR, operatorClient, WHERE } from './deployment.ts';
import { EXIT } from './exit-codes.ts';

type Rotated = Answers['operator.secrets.rotate'];

export const secretsRotateCommand = defineCommand({
  options: {
    'dry-run': { type: 'boolean', summary: 'count what would be sealed anew, and change nothing' },
    ...WHERE,
    ...OPERATOR,
  },
  detail:
    'Seals every stored secret with SECRETS_KEY that SECRETS_KEY_OTHER had sealed, a few hundred at a call. Do it when all ' +
    'processes know both; afterwards SECRETS_KEY_OTHER can go. Ends with 0 only when every secret opened. ' +
    'docs/going-live.md tells the whole way.',
  run: async ({ values, output }) => {
    const { operator } = await operatorClient(values);
    const isRehearsal = values['dry-run'] === true;
    const sum = { key_id: '', checked: 0, resealed: 0, unreadable: [] as string[], dry_run: isRehearsal };
    let from: Rotated['next'] = null;
    do {
      const rotated: Rotated = await operator.secrets.rotate({ dry_run: isRehearsal, ...(from && { from }) });
      sum.key_id = rotated.key_id;
      sum.checked += rotated.checked;
      sum.resealed += rotated.resealed;
      sum.unreadable.push(...rotated.unreadable);
      from = rotated.next;
    } while (from !== null);
    output.result(sum, textOf(sum));
    return sum.unreadable.length === 0 ? EXIT.ok : EXIT.failed;
  },
});

function textOf(sum: Omit<Rotated, 'next'> & { dry_run: boolean }): string {
  const { key_id, checked, resealed, unreadable } = sum;
  const did = sum.dry_run ? 'would be sealed anew' : 'sealed anew';
  const lines = [
    `${checked === 1 ? '1 secret' : `${checked} secrets`} looked at, ${resealed} ${did} with key ${key_id}.`,
  ];
  if (unreadable.length > 0)
    lines.push(`No key of the service opens ${unreadable.length} of them: ${unreadable.join(', ')}.`);
  return lines.join('\n');
}
