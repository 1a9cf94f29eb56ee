export {
  type Approval,
  type Callbacks,
  type Checkout,
  CheckoutError,
  type CheckoutState,
  embed,
  type EmbedOptions,
  type Environment,
  type ErrorCode,
  version,
} from './fairway.d.ts';
