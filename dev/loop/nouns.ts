import { readdirSync } from 'node:fs';
import path from 'node:path';
import { testFiles } from '../../tests/world/projects.ts';

const MODULES = 'service/src/modules';

// Folders that say where something lies and not what it is about, or that hold more than a minute's tests.
const NO_NOUNS = ['src', 'modules', 'tests', 'service', 'world', 'conformance'];
// Each of its folders is named after what fails, which is part of what its tests are about.
const FAULTS = 'tests/faults/';

// By what other words in its name a test elsewhere is told to be about a noun.
const WORDS: Readonly<Record<string, readonly string[]>> = {
  admission: ['authentication', 'budget', 'credential', 'limit'],
  audit: ['operator'],
  channels: ['authentication'],
  differences: ['reconciliation'],
  dispatcher: ['delivery'],
  'dispute-actions': ['dispute'],
  endpoints: ['webhook'],
  events: ['fan'],
  keys: ['authentication', 'credential'],
  onboarding: ['connection', 'seller'],
  owners: ['activation'],
  'payment-requests': ['text'],
  payments: ['capture', 'money', 'order', 'unsettled'],
  poster: ['delivery'],
  sessions: ['checkout'],
  subscriptions: ['renewal'],
  'text-to-pay': ['text'],
  vault: ['saving'],
};

/** What `npm run loop` takes: the name of each module, and of each other folder that holds tests. */
export function nounsOf(root: string): string[] {
  const modules = readdirSync(path.join(root, MODULES));
  const files = testFiles(root).filter((file) => !file.startsWith(FAULTS));
  const folders = files.flatMap((file) => path.posix.dirname(file).split('/'));
  return [...new Set([...modules, ...folders])].filter((name) => !NO_NOUNS.includes(name)).sort();
}

/** The noun that somebody means by `given`, in the singular or the plural; null when there is none. */
export function nounOf(given: string, nouns: readonly string[]): string | null {
  return nouns.find((noun) => noun === given) ?? nouns.find((noun) => isSame(noun, given)) ?? null;
}

/** The tests of a noun: those in a folder of its name, and those whose own names have one of its words, in the singular
 *  or the plural. */
export function testsOf(noun: string, files: readonly string[]): string[] {
  const words = [noun, ...(WORDS[noun] ?? [])].map((word) => word.split('-').map(singular));
  return files.filter((file) => {
    const folders = path.posix.dirname(file).split('/');
    const named = file.startsWith(FAULTS)
      ? file.slice(FAULTS.length, -'.test.ts'.length)
      : path.posix.basename(file, '.test.ts');
    const name = named.split(/[-./]/).map(singular);
    return folders.includes(noun) || words.some((word) => isPartOf(word, name));
  });
}

function isPartOf(word: readonly string[], name: readonly string[]): boolean {
  return name.some((_, at) => word.every((part, place) => name[at + place] === part));
}

function isSame(one: string, other: string): boolean {
  return singular(one) === singular(other);
}

function singular(word: string): string {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.replace(/(?<!s)s$/, '');
}
