import { PostgresQueryCompiler } from 'kysely';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A statement that the service ran, and the line of it that did: `modules/captures/attempts.ts:24`. */
export interface Statement {
  text: string;
  place: string;
}

const SERVICE = fileURLToPath(new URL('../../../service/src/', import.meta.url));
const OWN = /\.(test|fixture)\.ts$|\/fixtures\//;
const FRAMES = 40;
const SELF = fileURLToPath(import.meta.url);

/** Tells of each text that the service hands to its database in this process, when it is heard for the first time. What
 *  tests ask of the database themselves is left out. Any driver below is the same: the text is heard where it is made. */
export function watchStatements(tell: (statement: Statement) => void): () => void {
  const heard = new Set<string>();
  const original = PostgresQueryCompiler.prototype.compileQuery;
  PostgresQueryCompiler.prototype.compileQuery = function (...of: Parameters<typeof original>) {
    const compiled = original.apply(this, of);
    // What a test or the sandbox has asked in the same words may still be heard of the service: each is looked at again.
    if (!heard.has(compiled.sql) && isOfService(filesHere())) {
      heard.add(compiled.sql);
      tell({ text: compiled.sql, place: placeOf(linesHere()) });
    }
    return compiled;
  };
  return () => {
    PostgresQueryCompiler.prototype.compileQuery = original;
  };
}

// The innermost file of the repository that is no package's decides whose statement it is.
function isOfService(files: readonly string[]): boolean {
  const innermost = files.find(isOurs);
  return innermost !== undefined && innermost.startsWith(SERVICE) && !OWN.test(innermost);
}

function isOurs(file: string): boolean {
  return file.endsWith('.ts') && file !== SELF && !file.includes('/node_modules/');
}

function placeOf(lines: readonly string[]): string {
  const frames = lines.map((line) => /(?:file:\/\/)?(\/[^():]+\.ts):(\d+):\d+/.exec(line) ?? []);
  const [, file = '', line = ''] = frames.find(([, file = '']) => isOurs(file)) ?? [];
  return `${path.relative(SERVICE, file)}:${line}`;
}

// Most statements of a run are not the service's, and to find their lines in the sources takes longer than to make them: only
// the files are asked for.
function filesHere(): string[] {
  const format = Error.prepareStackTrace;
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '');
  const files = stackHere() as string[];
  Error.prepareStackTrace = format;
  return files.map((file) => (file.startsWith('file://') ? fileURLToPath(file) : file));
}

function linesHere(): string[] {
  return String(stackHere()).split('\n').slice(1);
}

function stackHere(): unknown {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  // It is formatted when it is first read.
  const { stack } = new Error();
  Error.stackTraceLimit = limit;
  return stack;
}
