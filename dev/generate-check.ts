import { readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { isLaunched } from './is-launched.ts';

// `npm run verifiers` prints the check of a delivery, docs/webhooks/verify.ts without its types, wherever readers
// copy it from: the README, docs/webhooks.md and the reference; and as it is into the client. A test compares them and runs
// each as it is printed.

const SOURCE = new URL('../docs/webhooks/verify.ts', import.meta.url);
const IN_REFERENCE = new URL('../service/src/contract/reference/verify-sample.ts', import.meta.url);
const IN_GUIDES = [new URL('../README.md', import.meta.url), new URL('../docs/webhooks.md', import.meta.url)];
const IN_CLIENT = new URL('../client/src/is-genuine.ts', import.meta.url);
const GENERATED = '// Generated from docs/webhooks/verify.ts by dev/generate-check.ts; do not edit.';
const PRINTED = /\/\/ Tells a genuine delivery[^]*?\n}\n/;

/** The check as JavaScript, formatted like the guides. Its lines are short enough for the column of the reference. */
export async function printedCheck(): Promise<string> {
  const untyped = stripTypeScriptTypes(await readFile(SOURCE, 'utf8'));
  const config = await resolveConfig(fileURLToPath(SOURCE));
  return format(untyped, { ...config, parser: 'babel' });
}

/** The files that print the check, with the text that each should have. */
export async function filesWithCheck(): Promise<Map<URL, string>> {
  const check = await printedCheck();
  const files = new Map<URL, string>();
  for (const guide of IN_GUIDES) {
    files.set(
      guide,
      (await readFile(guide, 'utf8')).replace(PRINTED, () => check),
    );
  }
  const text = check.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${');
  const source = [
    GENERATED,
    '',
    '/** How a receiver tells a delivery that is genuine, narrow enough for its column. */',
    `export const VERIFY_SAMPLE = \`${text}\`;`,
    '',
  ];
  files.set(IN_CLIENT, `${GENERATED}\n${await readFile(SOURCE, 'utf8')}`);
  return files.set(IN_REFERENCE, source.join('\n'));
}

if (isLaunched(import.meta.url))
  for (const [file, text] of await filesWithCheck()) await writeFile(file, text);
