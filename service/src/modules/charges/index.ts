export { chargeCustomer, type ChargeRequest } from './charge-customer.ts';
export { checkCharge, settleChargeByOrder, settleDueCharges } from './reconcile.ts';
export { chargeRoutes } from './routes.ts';
