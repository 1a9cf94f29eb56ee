export { chargeCustomer, checkCharge, transactionCharged } from './charge-customer.ts';
export { transactionOfKey } from './queries.ts';
export { chargeDoubt, settleChargeByOrder } from './settle.ts';
export { chargeRoutes } from './routes.ts';
