import { defineCommand } from './command.ts';
import { serveAdvice } from './serve-advice.ts';

export const configCheckCommand = defineCommand({
  options: {},
  detail:
    'Reads the environment’s variables as `serve` would, and starts nothing: neither the database nor a provider is asked, and no ' +
    'secret is printed. Ends with 2 when a setting is missing or wrong, which it names. Advice on stderr says what the deployment ' +
    'would start without.',
  run: async ({ output }) => {
    const { readConfig } = await import('../service/src/config.ts');
    const config = readConfig(process.env);
    const { environment, base_url, roles, rails, carrier } = config;
    const told = {
      environment,
      base_url,
      roles,
      listens_at: `${config.host}:${config.port}`,
      providers: rails.filter(({ address }) => address !== null).map(({ code }) => code),
      texts: carrier !== null,
    };
    const lines = Object.entries(told).map(([name, value]) => `${name.padEnd(11)}  ${wordsOf(value)}`);
    output.result(told, ['The settings hold.', ...lines].join('\n'));
    for (const advice of serveAdvice(config, process.env)) output.note(advice);
  },
});

function wordsOf(value: string | boolean | readonly string[]): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'string' ? value : value.join(', ') || 'none';
}
