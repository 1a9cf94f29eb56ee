import { loaderCameFrom, loadFairway } from '../loader.ts';

// A plain script can export nothing, so it defines a name.
const names = window as unknown as { loadFairway?: typeof loadFairway };

loaderCameFrom((document.currentScript as HTMLScriptElement | null)?.src);
names.loadFairway ??= loadFairway;
