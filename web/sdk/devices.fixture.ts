// Devices that have a wallet of their own, which no browser on a server has. Each is a script for the page.

/** A device with a sheet that pays as soon as it is shown, or is left when the page says so. */
export const appleDevice = `
  window.sheets = [];
  window.ApplePaySession = class {
    static STATUS_SUCCESS = 0;
    static STATUS_FAILURE = 1;
    static canMakePayments() { return true; }
    constructor(version, request) {
      this.shown = { ...request, version, told: null };
      this.isLeft = window.leavesSheet;
      window.sheets.push(this.shown);
    }
    begin() {
      setTimeout(() => {
        if (this.isLeft) this.oncancel();
        else this.onvalidatemerchant({ validationURL: 'https://apple.example/validate' });
      });
    }
    completeMerchantValidation(session) {
      if (session.displayName !== this.shown.total.label) throw new Error('another merchant');
      this.onpaymentauthorized({ payment: { token: { paymentData: 'sealed' } } });
    }
    completePayment({ status }) { this.shown.told = status; }
    abort() { this.shown.told = 'aborted'; }
  };
`;

/** The script of the other maker, whose sheet pays at once. */
export const googleDevice = `
  window.google = { payments: { api: { PaymentsClient: class {
    constructor({ environment }) { this.environment = environment; }
    async isReadyToPay({ allowedPaymentMethods }) { return { result: allowedPaymentMethods.length > 0 }; }
    createButton({ onClick }) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'Pay with Google Pay';
      button.addEventListener('click', onClick);
      return button;
    }
    async loadPaymentData(request) {
      window.asked = request;
      return { paymentMethodData: { tokenizationData: { token: 'sealed' } } };
    }
  } } } };
`;
