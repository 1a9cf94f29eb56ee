export { closeMonth } from './close-month.ts';
export { POSTING_KINDS, type PostingKind } from './kinds.ts';
export { type Movement, post } from './post.ts';
