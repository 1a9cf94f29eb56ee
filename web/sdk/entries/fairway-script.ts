import { checkout } from '../checkout.ts';
import { embed } from '../embed.ts';
import { CheckoutError } from '../errors.ts';
import type * as Published from '../types/fairway.d.ts';
import { cameFrom } from '../options.ts';
import { define } from './global.ts';
import { version } from './version.ts';

const defined: typeof Published = { checkout, embed, CheckoutError, version };

cameFrom((document.currentScript as HTMLScriptElement | null)?.src);
define('Fairway', defined);
