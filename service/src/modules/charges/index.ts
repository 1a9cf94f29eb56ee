export { chargeCustomer, type ChargeRequest } from './charge-customer.ts';
export { settleChargeByOrder, settleDueCharges } from './reconcile.ts';
export { chargeRoutes } from './routes.ts';
