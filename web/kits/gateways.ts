import type { DrawFields } from './counter.ts';
import { drawEmbed } from './embed.ts';
import { drawFields } from './fields.ts';

/** What draws a kind of kit that is a gateway's fields. */
export const GATEWAY_KITS: Readonly<Record<string, DrawFields>> = { embed: drawEmbed, fields: drawFields };
