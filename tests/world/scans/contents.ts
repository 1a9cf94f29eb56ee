import { ACCESS } from './contents/access.ts';
import { BOOKS } from './contents/books.ts';
import { EVENTS } from './contents/events.ts';
import { PAYMENTS } from './contents/payments.ts';
import type { Contents } from './contents/values.ts';

/** What each table holds, a row for each number: everything ended and was paid, and nothing waits. */
export const CONTENTS: Contents = [...ACCESS, ...EVENTS, ...PAYMENTS, ...BOOKS];
