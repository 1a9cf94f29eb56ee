import { defineCommand } from './command.ts';
import { EXIT } from './exit-codes.ts';

export const migrateCommand = defineCommand({
  options: {
    'dry-run': { type: 'boolean', summary: 'tell what is outstanding, and change nothing' },
  },
  detail:
    'Applies what is missing and nothing twice; `serve` does the same when it starts. With --dry-run it ends with 1 when ' +
    'anything is outstanding, which it names.',
  run: async ({ values, output }) => {
    const { readDatabaseUrl } = await import('../service/src/config.ts');
    const { migrate, outstandingMigrations } = await import('../service/src/db/migrate.ts');
    const url = readDatabaseUrl(process.env);
    if (values['dry-run']) {
      const outstanding = await outstandingMigrations(url);
      const list = outstanding.join(', ');
      output.result({ outstanding }, list === '' ? 'Nothing is outstanding.' : `Outstanding: ${list}.`);
      return list === '' ? EXIT.ok : EXIT.failed;
    }
    const { applied } = await migrate(url);
    output.result({ applied }, applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`);
    return EXIT.ok;
  },
});
