export { chargeCustomer, checkCharge } from './charge-customer.ts';
export { hearOfCharge } from './hear-of-charge.ts';
export { openBy, transactionOfKey } from './queries.ts';
export { chargeDoubt } from './settle.ts';
export { chargeRoutes } from './routes.ts';
export { chargesOf } from './look-up.ts';
