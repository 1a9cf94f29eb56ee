export { hearOfMessage } from './hear-of-message.ts';
export { textToPayRoutes } from './routes.ts';
export { textMessageDoubt } from './settle.ts';
