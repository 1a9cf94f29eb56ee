export { cancelRequest, withdrawRequest } from './cancel-request.ts';
export { hearOfInvoice } from './hear-of-invoice.ts';
export { requestsNamed, requestsOf, requestsOfReference } from './look-up.ts';
export { nameDraft, OF_ANOTHER } from './name-invoice.ts';
export {
  findRequest,
  insertRequest,
  INVOICES_DUE,
  listRequests,
  lockRequest,
  moveRequest,
  type NewRequestRow,
  readRequest,
  requestOfKey,
  updateRequest,
} from './queries.ts';
export { type RequestResult, resultOf } from './request-result.ts';
export type { RequestRow } from './request-row.ts';
export { firstPollAt } from './schedule.ts';
export { sweepOfInvoices } from './sweep-invoices.ts';
