import { confirmOrder } from './confirm.js';

// The wallets of devices: the page shows their sheet itself and hands over what the sheet gives it.
export function makeApplepay(config) {
  return () => ({
    config: async () => ({
      isEligible: config.applepay,
      countryCode: config.country,
      currencyCode: config.currency,
      merchantCapabilities: ['supports3DS', 'supportsCredit', 'supportsDebit'],
      supportedNetworks: ['visa', 'masterCard', 'amex', 'discover'],
    }),
    validateMerchant: async ({ validationUrl, displayName }) => {
      if (!validationUrl) throw new Error('A validationUrl is required');
      const now = Date.now();
      return {
        merchantSession: { displayName, epochTimestamp: now, expiresAt: now + 300_000, nonce: String(now) },
      };
    },
    confirmOrder: async ({ orderId, token }) => {
      if (!token) throw new Error('A token is required');
      await confirmOrder(config.base, orderId, { source: 'apple_pay' });
      return { approveApplePayPayment: { id: orderId, status: 'APPROVED' } };
    },
  });
}

export function makeGooglepay(config) {
  return () => ({
    config: async () => ({
      isEligible: config.googlepay,
      apiVersion: 2,
      apiVersionMinor: 0,
      countryCode: config.country,
      allowedPaymentMethods: [
        {
          type: 'CARD',
          parameters: {
            allowedAuthMethods: ['PAN_ONLY', 'CRYPTOGRAM_3DS'],
            allowedCardNetworks: ['VISA', 'MASTERCARD', 'AMEX', 'DISCOVER'],
          },
          tokenizationSpecification: {
            type: 'PAYMENT_GATEWAY',
            parameters: { gateway: 'paypalsb', gatewayMerchantId: config.merchant },
          },
        },
      ],
      merchantInfo: { merchantId: config.merchant, merchantOrigin: '', authJwt: '' },
    }),
    confirmOrder: async ({ orderId, paymentMethodData }) => {
      if (!paymentMethodData) throw new Error('paymentMethodData is required');
      await confirmOrder(config.base, orderId, { source: 'google_pay' });
      return { id: orderId, status: 'APPROVED' };
    },
    initiatePayerAction: async ({ orderId }) => ({ orderID: orderId, liabilityShift: 'POSSIBLE' }),
  });
}
