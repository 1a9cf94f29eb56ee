import { defineCommand } from './command.ts';

export const migrateCommand = defineCommand({
  options: {},
  detail: 'Applies what is missing and nothing twice; `serve` does the same when it starts.',
  run: async ({ output }) => {
    const { readDatabaseUrl } = await import('../service/src/config.ts');
    const { migrate } = await import('../service/src/db/migrate.ts');
    const { applied } = await migrate(readDatabaseUrl(process.env));
    output.result({ applied }, applied.length === 0 ? 'Nothing to apply.' : `Applied ${applied.join(', ')}.`);
  },
});
