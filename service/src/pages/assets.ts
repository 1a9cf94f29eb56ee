import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { gzipSync } from 'node:zlib';
import { bundle } from './bundle.ts';

const FOLDER = new URL('../../../web/', import.meta.url);
const KEEP_SECONDS = 31_536_000;

/** The pages' own files. */
const STYLES = ['kit/base.css', 'checkout/checkout.css', 'kit/plain.css'] as const;
/** Each with all that it imports. */
const SCRIPTS = [
  'checkout/checkout.js',
  'checkout/refused.js',
  'people/activation.js',
  'people/owner.js',
] as const;

export interface Asset {
  type: string;
  plain: Buffer;
  gzip: Buffer;
}

export interface Assets {
  /** Changes with any byte of any file; part of each file's path, so that a file may be kept for ever. */
  hash: string;
  /** By their place below web/. */
  files: ReadonlyMap<string, Asset>;
}

/** Reads the browser's files, takes the types out of the scripts and makes one of each with what it imports. Once, at the start. */
export function readAssets(): Assets {
  const files = new Map<string, Asset>();
  for (const name of STYLES) files.set(name, assetOf('text/css; charset=utf-8', read(name)));
  for (const name of SCRIPTS)
    files.set(name, assetOf('text/javascript; charset=utf-8', bundle(name, readScript)));
  const hash = createHash('sha256');
  for (const file of files.values()) hash.update(file.plain);
  return { hash: hash.digest('base64url').slice(0, 16), files };
}

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

function readScript(name: string): string {
  return withoutComments(toJavaScript(read(name.replace(/\.js$/, '.ts'))));
}

/** JavaScript from one of our own browser scripts; its imports name the served files. */
export function toJavaScript(typescript: string): string {
  const script = stripTypeScriptTypes(typescript).replace(/(from ')(\.\.?\/[a-z/-]+)\.ts(')/g, '$1$2.js$3');
  return script.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n');
}

// Comments that stand on lines of their own, as all of ours do.
function withoutComments(script: string): string {
  return script.replace(/^[ \t]*\/\*\*[^]*?\*\/\n/gm, '').replace(/^[ \t]*\/\/.*\n/gm, '');
}

/** A file as it is sent, over and over. */
export function assetOf(type: string, text: string): Asset {
  const plain = Buffer.from(text, 'utf8');
  return { type, plain, gzip: gzipSync(plain, { level: 9 }) };
}

interface Place {
  hash: string;
  folder: string;
  file: string;
}

/** Serves the files under their hash. An earlier hash is unknown: what it named may differ. */
export function serveAssets(app: FastifyInstance, assets: Assets): void {
  app.get<{ Params: Place }>('/assets/:hash/:folder/:file', async (request, reply) => {
    const { hash, folder, file } = request.params;
    const found = hash === assets.hash ? assets.files.get(`${folder}/${file}`) : undefined;
    if (!found) return reply.callNotFound();
    void reply.headers({
      'cache-control': `public, max-age=${KEEP_SECONDS}, immutable`,
      // A frame's module scripts are asked for with its own origin, whoever shows it.
      'cross-origin-resource-policy': 'same-origin',
    });
    return sendAsset(request, reply, found);
  });
}

/** Sends a file, compressed to who takes it so. */
export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const takesGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
  void reply.headers({
    'content-type': asset.type,
    'x-content-type-options': 'nosniff',
    vary: 'Accept-Encoding',
    ...(takesGzip ? { 'content-encoding': 'gzip' } : {}),
  });
  return reply.send(takesGzip ? asset.gzip : asset.plain);
}
