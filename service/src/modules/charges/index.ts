export { chargeCustomer, type ChargeRequest } from './charge-customer.ts';
export { chargeDoubt, settleChargeByOrder } from './settle.ts';
export { chargeRoutes } from './routes.ts';
