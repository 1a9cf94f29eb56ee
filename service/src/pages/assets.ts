import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { gzipSync } from 'node:zlib';

const FOLDER = new URL('../../../web/', import.meta.url);
const KEEP_SECONDS = 31_536_000;

/** The pages' own files, in the order in which a browser needs them. */
const STYLES = ['kit/base.css', 'checkout/checkout.css', 'kit/plain.css'] as const;
const SCRIPTS = [
  'checkout/checkout.ts',
  'checkout/page.ts',
  'checkout/flow.ts',
  'checkout/frame.ts',
  'checkout/refused.ts',
  'checkout/provider.ts',
  'checkout/expiry.ts',
  'kit/session-api.ts',
  'kit/next-step.ts',
  'kit/error-codes.ts',
  'kit/frame-messages.ts',
  'kit/wait.ts',
  'people/activation.ts',
  'people/password-rules.ts',
  'people/owner.ts',
  'people/passkeys.ts',
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

/** Reads the browser's files and takes the types out of the scripts. Once, at the start. */
export function readAssets(): Assets {
  const files = new Map<string, Asset>();
  for (const name of STYLES) files.set(name, assetOf('text/css; charset=utf-8', read(name)));
  for (const name of SCRIPTS) {
    files.set(
      name.replace(/\.ts$/, '.js'),
      assetOf('text/javascript; charset=utf-8', toJavaScript(read(name))),
    );
  }
  const hash = createHash('sha256');
  for (const file of files.values()) hash.update(file.plain);
  return { hash: hash.digest('base64url').slice(0, 16), files };
}

function read(name: string): string {
  return readFileSync(new URL(name, FOLDER), 'utf8');
}

/** JavaScript from one of our own browser scripts; its imports name the served files. */
export function toJavaScript(typescript: string): string {
  const script = stripTypeScriptTypes(typescript).replace(/(from ')(\.\.?\/[a-z/-]+)\.ts(')/g, '$1$2.js$3');
  return script.replace(/[ \t]+$/gm, '').replace(/\n{3,}/g, '\n\n');
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
