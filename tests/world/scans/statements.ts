import { PostgresQueryCompiler } from 'kysely';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A statement that the service ran, and the line of it that did: `modules/payments/attempts.ts:24`. */
export interface Statement {
  text: string;
  place: string;
}

const SERVICE = fileURLToPath(new URL('../../../service/src/', import.meta.url));
const OWN = /\.(test|fixture)\.ts$|\/fixtures\//;
const FRAMES = 40;

/** Tells of each text that the service hands to its database in this process, when it is heard for the first time. What
 *  tests ask of the database themselves is left out. Any driver below is the same: the text is heard where it is made. */
export function watchStatements(tell: (statement: Statement) => void): () => void {
  const heard = new Set<string>();
  const original = PostgresQueryCompiler.prototype.compileQuery;
  PostgresQueryCompiler.prototype.compileQuery = function (...of: Parameters<typeof original>) {
    const compiled = original.apply(this, of);
    if (!heard.has(compiled.sql)) {
      const place = placeOf(stackHere());
      // What a test has asked in the same words may still be heard of the service.
      if (place !== null) {
        heard.add(compiled.sql);
        tell({ text: compiled.sql, place });
      }
    }
    return compiled;
  };
  return () => {
    PostgresQueryCompiler.prototype.compileQuery = original;
  };
}

function stackHere(): string[] {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const lines = (new Error().stack ?? '').split('\n').slice(1);
  Error.stackTraceLimit = limit;
  return lines;
}

// The innermost frame of the repository that is no package's decides whose statement it is.
function placeOf(frames: readonly string[]): string | null {
  for (const frame of frames) {
    const [, file = '', line = ''] = /(?:file:\/\/)?(\/[^():]+\.ts):(\d+):\d+/.exec(frame) ?? [];
    if (file === '' || file.includes('/node_modules/') || file === fileURLToPath(import.meta.url)) continue;
    return file.startsWith(SERVICE) && !OWN.test(file) ? `${path.relative(SERVICE, file)}:${line}` : null;
  }
  return null;
}
