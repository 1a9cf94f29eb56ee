export { dialer } from './dial.ts';
export { type ErrorClass, isUnreachable } from './error-class.ts';
export { poster, type Posted, type Poster } from './post.ts';
export type { AskedForKey, ReadSigningKey, SigningKey } from './signing-key.ts';
