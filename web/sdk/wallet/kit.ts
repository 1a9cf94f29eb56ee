/** The provider's library in the browser, as far as it is used here. */
export interface WalletKit {
  Buttons?(options: ButtonOptions): Drawn & { isEligible?(): boolean };
  CardFields?(options: CardOptions): CardFields;
  Applepay?(): Applepay;
  Googlepay?(): Googlepay;
  Messages?(options: MessageOptions): { render(place: HTMLElement): unknown };
}

interface Drawn {
  render(place: HTMLElement): Promise<void>;
  close?(): unknown;
}

interface Paying {
  createOrder(of?: { paymentSource?: string }): Promise<string>;
  onApprove(approval: { orderID: string }): Promise<void>;
  onError(error: unknown): void;
}

export interface ButtonOptions extends Paying {
  style: Record<string, string | number>;
  onCancel(): void;
}

export type CardOptions = Paying;

export interface CardFields {
  isEligible(): boolean;
  NumberField(options?: object): Drawn;
  ExpiryField(options?: object): Drawn;
  CVVField(options?: object): Drawn;
  NameField(options?: object): Drawn;
  submit(): Promise<void>;
}

export interface Applepay {
  config(): Promise<AppleConfig>;
  validateMerchant(of: { validationUrl: string; displayName: string }): Promise<{ merchantSession: unknown }>;
  confirmOrder(of: { orderId: string; token: unknown; billingContact?: unknown }): Promise<unknown>;
}

export interface AppleConfig {
  isEligible: boolean;
  countryCode: string;
  merchantCapabilities: string[];
  supportedNetworks: string[];
}

export interface Googlepay {
  config(): Promise<GoogleConfig>;
  confirmOrder(of: { orderId: string; paymentMethodData: unknown }): Promise<{ status: string }>;
  initiatePayerAction(of: { orderId: string }): Promise<unknown>;
}

export interface GoogleConfig {
  isEligible: boolean;
  apiVersion: number;
  apiVersionMinor: number;
  countryCode: string;
  allowedPaymentMethods: unknown[];
  merchantInfo: object;
}

export interface MessageOptions {
  amount: string;
  currency: string;
  placement: string;
  style: object;
}
