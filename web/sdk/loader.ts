import type { Fairway, LoadOptions } from './types/loader.d.ts';
import { insertScript } from '../common/insert-script.ts';

const TRY_LIMIT_MS = 10_000;
// Filled in when it is built: the script of the very version that this loader is of.
declare const SCRIPT_PATH: string;
declare const SCRIPT_INTEGRITY: string;

const NAME = 'Fairway';

let home: string | null = null;
let loading: Promise<Fairway | null> | null = null;

/** Remembers where this loader came from: `<base>/sdk/…`. */
export function loaderCameFrom(address: string | undefined): void {
  const at = address?.lastIndexOf('/sdk/') ?? -1;
  if (at > 0) home = address!.slice(0, at);
}

/** See `loadFairway` in loader.d.ts. */
export function loadFairway(options: LoadOptions = {}): Promise<Fairway | null> {
  if (typeof document === 'undefined') return Promise.resolve(null);
  loading ??= load(options).catch((error: unknown) => {
    loading = null;
    throw error;
  });
  return loading;
}

async function load({ baseUrl, timeoutMs = TRY_LIMIT_MS, cspNonce = '' }: LoadOptions): Promise<Fairway> {
  const base = (baseUrl ?? home)?.replace(/\/+$/, '');
  if (!base) throw new Error('baseUrl is needed where the loader did not come from your Fairway');
  const insert = () =>
    insertScript({
      src: base + SCRIPT_PATH,
      integrity: SCRIPT_INTEGRITY,
      nonce: cspNonce,
      limitMs: timeoutMs,
    });
  if (!defined()) await insert().catch(insert);
  const fairway = defined();
  if (!fairway) throw new Error('the script defined nothing');
  return fairway;
}

function defined(): Fairway | undefined {
  return (window as unknown as Record<string, Fairway | undefined>)[NAME];
}
