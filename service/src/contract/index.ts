export { registerContract } from './serve.ts';
