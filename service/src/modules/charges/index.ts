export { chargeCustomer, checkCharge, transactionCharged } from './charge-customer.ts';
export { isChargeBegun } from './queries.ts';
export { chargeDoubt, settleChargeByOrder } from './settle.ts';
export { chargeRoutes } from './routes.ts';
