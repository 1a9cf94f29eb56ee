import { cameFrom } from '../options.ts';

export { checkout } from '../checkout.ts';
export { embed } from '../embed.ts';
export { CheckoutError } from '../errors.ts';
export { version } from './version.ts';

cameFrom(import.meta.url);
