export { hearOfMessage } from './message-status.ts';
export { hearOfInvoice, invoicesPolled } from './poll-invoices.ts';
export { textToPayRoutes } from './routes.ts';
export { textMessageDoubt } from './settle.ts';
