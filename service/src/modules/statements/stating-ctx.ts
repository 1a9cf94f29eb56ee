import type { Ctx } from '../../context.ts';

/** What of the world a statement is made by. */
export type StatingCtx = Pick<Ctx, 'db' | 'clock' | 'rails' | 'log'>;
