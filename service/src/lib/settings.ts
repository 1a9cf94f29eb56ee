/** A setting that stops the start. The message is the sentence to print. */
export class ConfigError extends Error {}

// Wide enough for every test, and narrow enough for every counter and timer that is multiplied.
const SCALE_MIN = 0.000_001;
const SCALE_MAX = 1_000_000;

/** The environment's variables. An empty one counts as not set. */
export type Env = Readonly<Record<string, string | undefined>>;

/** What each of the readings reads. Refuses with all that any of them is refused for, each sentence on a line of its own: one
 *  start tells what another would. */
export function readTogether<T extends object>(readings: { [K in keyof T]: () => T[K] }): T {
  const read: Partial<T> = {};
  const sentences = (Object.keys(readings) as (keyof T)[]).flatMap((key) => {
    try {
      read[key] = readings[key]();
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.message.split('\n');
      throw error;
    }
  });
  // What is read from a setting that is wrong is wrong for the same reason.
  if (sentences.length > 0) throw new ConfigError([...new Set(sentences)].join('\n'));
  return read as T;
}

/** A text that has no default; `why` ends the sentence that says that it is not set. */
export function needed(env: Env, name: string, why: string): string {
  const text = env[name];
  if (!text) throw new ConfigError(`${name} is not set, ${why}.`);
  return text;
}

/** A whole number within bounds. */
export function integer(
  env: Env,
  name: string,
  fallback: number,
  bounds: { min: number; max: number },
): number {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < bounds.min || value > bounds.max) {
    throw new ConfigError(`${name} must be a whole number from ${bounds.min} to ${bounds.max}.`);
  }
  return value;
}

/** A number greater than 0; 1 when it is not set. */
export function scale(env: Env, name: string): number {
  const text = env[name];
  if (text === undefined || text === '') return 1;
  const value = Number(text);
  if (!/^\d{1,20}(\.\d{1,20})?$/.test(text) || value < SCALE_MIN || value > SCALE_MAX)
    throw new ConfigError(`${name} must be a number from ${SCALE_MIN} to ${SCALE_MAX}.`);
  return value;
}

/** One of some words. */
export function oneOf<T extends string>(env: Env, name: string, values: readonly T[], fallback: T): T {
  const text = env[name];
  if (text === undefined || text === '') return fallback;
  const value = values.find((candidate) => candidate === text);
  if (!value) throw new ConfigError(`${name} must be one of ${values.join(', ')}, not "${text}".`);
  return value;
}

/** An address on the web, without a slash at its end. */
export function webBase(env: Env, name: string, fallback: string | undefined): string {
  const text = env[name] || fallback || '';
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an http or https address.`);
  }
  // Paths are put behind it, and it is shown to people.
  const { username, password, search, hash } = new URL(text);
  if (username !== '' || password !== '' || search !== '' || hash !== '' || /[?#]/.test(text)) {
    throw new ConfigError(`${name} must be an address without credentials, query or fragment.`);
  }
  return text.replace(/\/+$/, '');
}
