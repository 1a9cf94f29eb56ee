export { behindLast } from './behind-last.ts';
export { closeMonth } from './close-month.ts';
export { type Movement, post } from './post.ts';
