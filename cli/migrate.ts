import { migrate } from '../service/src/db/migrate.ts';
import { readDatabaseUrl } from '../service/src/config.ts';
import { type Command, readOptions } from './command.ts';

export const migrateCommand: Command = {
  usage: '[--json]',
  summary: 'bring the database of DATABASE_URL to this release',
  run: async (args) => {
    const { json } = readOptions(args, { json: { type: 'boolean', default: false } });
    const { applied } = await migrate(readDatabaseUrl(process.env));
    if (json) process.stdout.write(`${JSON.stringify({ applied })}\n`);
    else
      process.stdout.write(applied.length === 0 ? 'Nothing to apply.\n' : `Applied ${applied.join(', ')}.\n`);
  },
};
