import { embed } from '../embed.ts';
import { CheckoutError } from '../errors.ts';
import { cameFrom } from '../options.ts';
import { define } from './global.ts';
import { version } from './version.ts';

cameFrom((document.currentScript as HTMLScriptElement | null)?.src);
define('Fairway', { embed, CheckoutError, version });
