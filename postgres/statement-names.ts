const NAMED_MAX = 1_000;

/** The name under which a statement is prepared on every connection of a pool; undefined for one too many, which is
 *  then parsed each time. */
export type StatementNames = (text: string) => string | undefined;

/** Names statements by their text: the same text has the same name. Bounded, since a server keeps each of them. */
export function statementNames(): StatementNames {
  const names = new Map<string, string>();
  return (text) => {
    const known = names.get(text);
    if (known !== undefined || names.size >= NAMED_MAX) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
}
