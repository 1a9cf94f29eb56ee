import { SHAPES } from '../../../wire/published-shapes.ts';

// Parameters are listed one by one, so the objects that gather them have no name in the document.
const GATHERS_PARAMETERS = /(?:Path|Query)$/;

/** The name of each shape that is published under one, by the shape's own text: two shapes alike are one, and
 *  the first name stands for both. */
export const COMPONENT_NAMES: ReadonlyMap<string, string> = namesOf(Object.values(SHAPES));

function namesOf(files: readonly object[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, value] of files.flatMap((file) => Object.entries(file) as [string, unknown][])) {
    if (!isNamedShape([name, value])) continue;
    const text = JSON.stringify(value);
    if (!names.has(text)) names.set(text, name);
  }
  return names;
}

/** Whether a constant of the wire is published under its name. */
export function isNamedShape([name, value]: [name: string, value: unknown]): boolean {
  if (typeof value !== 'object' || value === null || GATHERS_PARAMETERS.test(name)) return false;
  return 'properties' in value || 'enum' in value;
}
