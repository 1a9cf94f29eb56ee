/** The address of a database and the settings that each session there begins with: ours behind those that the address
 *  itself names. */
export function sessionOptions(
  url: string,
  settings: Readonly<Record<string, string>>,
): { connectionString: string; options: string } {
  const address = new URL(url);
  const given = address.searchParams.get('options') ?? '';
  address.searchParams.delete('options');
  const flags = Object.entries(settings).map(([key, value]) => `-c ${key}=${value}`);
  return { connectionString: address.href, options: [given, ...flags].join(' ').trim() };
}
