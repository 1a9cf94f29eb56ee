import { cameFrom } from '../options.ts';

export { embed } from '../embed.ts';
export { CheckoutError } from '../errors.ts';
export { version } from './version.ts';

cameFrom(import.meta.url);
