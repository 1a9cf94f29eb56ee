export { hearOfInvoice } from './hear-of-invoice.ts';
export { hearOfMessage } from './hear-of-message.ts';
export { sweepOfInvoices } from './sweep-invoices.ts';
export { textToPayRoutes } from './routes.ts';
export { textMessageDoubt } from './settle.ts';
export { requestsNamed, requestsOf, requestsOfReference } from './look-up.ts';
export { requestOfKey } from './queries.ts';
