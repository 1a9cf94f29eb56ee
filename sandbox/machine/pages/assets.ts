import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const TYPES = {
  'style.css': 'text/css; charset=utf-8',
  'person.css': 'text/css; charset=utf-8',
  'frame.css': 'text/css; charset=utf-8',
  'inspector.css': 'text/css; charset=utf-8',
  'feed.css': 'text/css; charset=utf-8',
  'inspector.js': 'text/javascript; charset=utf-8',
} as const;
const YEAR_SECONDS = 31_536_000;

/** A file that pages link to. */
export type AssetName = keyof typeof TYPES;

interface Asset {
  text: string;
  version: string;
}

const read = new Map<AssetName, Asset>();

/** The address of a style sheet or script; it changes with the file, so the file may be kept for ever. */
export function assetUrl(name: AssetName): string {
  return `/assets/${name}?v=${assetOf(name).version}`;
}

/** Serves the pages' own style sheets and scripts. */
export function serveAssets(app: FastifyInstance): void {
  for (const name of Object.keys(TYPES) as AssetName[]) {
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply
        .type(TYPES[name])
        .header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`)
        .header('X-Content-Type-Options', 'nosniff')
        .send(assetOf(name).text),
    );
  }
}

// Read when the first page asks: a sandbox that only machines talk to never needs them.
function assetOf(name: AssetName): Asset {
  const known = read.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(new URL(`./assets/${name}`, import.meta.url), 'utf8');
  const asset = { text, version: createHash('sha256').update(text).digest('hex').slice(0, 12) };
  read.set(name, asset);
  return asset;
}
