// What statements and readers count on, whatever a server, a database or a role says that sessions begin with: a day and a month
// that stand the other way round are read without an error.
const MEANINGS: Readonly<Record<string, string>> = {
  timezone: 'UTC',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  array_nulls: 'on',
  transform_null_equals: 'off',
  standard_conforming_strings: 'on',
  // Locks are taken in order, so that nobody is asked to try a transaction again.
  default_transaction_isolation: 'read committed',
  // How long one is idle is the pool's to say.
  idle_session_timeout: '0',
};

/** The address of a database and the settings that each session there begins with: what we count on and `settings`, behind
 *  those that the address itself names. */
export function sessionOptions(
  url: string,
  settings: Readonly<Record<string, string>>,
): { connectionString: string; options: string } {
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  const flags = Object.entries({ ...MEANINGS, ...settings }).map(
    ([key, value]) => `-c ${key}=${escaped(value)}`,
  );
  return { connectionString: address.href, options: [given, ...flags].join(' ').trim() };
}

function escaped(value: string): string {
  return value.replaceAll(/[\\\s]/g, String.raw`\$&`);
}
