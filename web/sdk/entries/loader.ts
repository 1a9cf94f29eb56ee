import { loaderCameFrom } from '../loader.ts';

export { loadFairway } from '../loader.ts';

loaderCameFrom(import.meta.url);
