import path from 'node:path';

const IMPORT = /^import \{([^}]*)\} from '(\.[^']+)';$/gm;
const EXPORT = /^export ((?:async )?function|const) (\w+)/gm;
const OTHER = /^\s*(?:import|export)\b.*/m;

/** One script of a module and of all that it imports, so that a browser asks once: each module once, in a scope of its own, after
 *  those that it imports. Knows imports of names from files beside, and exports where they are declared; throws for any other. */
export function bundle(entry: string, read: (name: string) => string): string {
  const numbers = new Map<string, number>();
  const parts: string[] = [];
  const begun = new Set<string>();
  const numberOf = (name: string): number => {
    const known = numbers.get(name);
    if (known !== undefined) return known;
    if (begun.has(name)) throw new Error(`${name} imports itself, by way of others`);
    begun.add(name);
    const text = scoped(name, read(name), numberOf);
    numbers.set(name, parts.length);
    return parts.push(`const m${parts.length} = ${text}`) - 1;
  };
  numberOf(entry);
  return parts.join('');
}

function scoped(name: string, text: string, numberOf: (name: string) => number): string {
  const exported: string[] = [];
  const body = text
    .replace(IMPORT, (_, names: string, from: string) => {
      const module = numberOf(path.posix.join(path.posix.dirname(name), from));
      return `const {${names.replace(/(\w+) as (\w+)/g, '$1: $2')}} = m${module};`;
    })
    .replace(EXPORT, (_, kind: string, named: string) => {
      exported.push(named);
      return `${kind} ${named}`;
    });
  const other = OTHER.exec(body);
  if (other) throw new Error(`${name}: ${other[0].trim()} cannot be bundled`);
  return `(() => {\n${body.trim()}\nreturn { ${exported.join(', ')} };\n})();\n`;
}
