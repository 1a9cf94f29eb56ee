import { element } from '../../common/dom.ts';
import type { Session } from '../session.ts';
import type { Applepay, AppleConfig, WalletKit } from './kit.ts';
import type { Till } from '../../kits/till.ts';
import { payable } from './payable.ts';

const API_VERSION = 4;

/** The device's own sheet, as far as it is used here. */
interface Sheet {
  onvalidatemerchant: (event: { validationURL: string }) => void;
  onpaymentauthorized: (event: { payment: { token: unknown; billingContact?: unknown } }) => void;
  oncancel: () => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: unknown): void;
  completePayment(result: { status: number }): void;
}

interface SheetMaker {
  new (version: number, request: object): Sheet;
  canMakePayments(): boolean;
  readonly STATUS_SUCCESS: number;
  readonly STATUS_FAILURE: number;
}

function sheetMaker(): SheetMaker | undefined {
  return (window as unknown as { ApplePaySession?: SheetMaker }).ApplePaySession;
}

/** Whether this device has a sheet to pay by. */
export function canApplePay(): boolean {
  try {
    return sheetMaker()?.canMakePayments() ?? false;
  } catch {
    // A page in an insecure frame may not even ask.
    return false;
  }
}

/** Draws the device's button. False when the provider does not take this merchant's payments by it. */
export async function drawApplePay(
  kit: WalletKit,
  place: HTMLElement,
  session: Session,
  till: Till,
): Promise<boolean> {
  const applepay = kit.Applepay?.();
  const config = await applepay?.config();
  if (!applepay || !config?.isEligible) return false;
  const button = element('button', 'fairway-apple', {
    type: 'button',
    'aria-label': 'Pay with Apple Pay',
    lang: 'en',
  });
  button.addEventListener('click', () => showSheet({ applepay, config, session, till }));
  place.append(button);
  return true;
}

interface Showing {
  applepay: Applepay;
  config: AppleConfig;
  session: Session;
  till: Till;
}

// The sheet is opened within the click; the device would refuse it later.
function showSheet({ applepay, config, session, till }: Showing): void {
  const { merchant_name, currency } = session;
  const Maker = sheetMaker()!;
  const sheet = new Maker(API_VERSION, {
    countryCode: config.countryCode,
    currencyCode: currency,
    merchantCapabilities: config.merchantCapabilities,
    supportedNetworks: config.supportedNetworks,
    total: { label: merchant_name, type: 'final', amount: payable(session) },
  });
  const failed = (error: unknown) => {
    sheet.abort();
    till.fail(error);
  };
  sheet.onvalidatemerchant = ({ validationURL }) => {
    applepay
      .validateMerchant({ validationUrl: validationURL, displayName: merchant_name })
      .then(({ merchantSession }) => sheet.completeMerchantValidation(merchantSession))
      .catch(failed);
  };
  sheet.onpaymentauthorized = ({ payment }) => {
    const { token, billingContact } = payment;
    const pay = async () => {
      const orderId = await till.order('applepay');
      await applepay.confirmOrder({ orderId, token, billingContact });
      const isTaken = await till.take(orderId);
      sheet.completePayment({ status: isTaken ? Maker.STATUS_SUCCESS : Maker.STATUS_FAILURE });
    };
    pay().catch((error: unknown) => {
      sheet.completePayment({ status: Maker.STATUS_FAILURE });
      till.fail(error);
    });
  };
  sheet.oncancel = till.leave;
  sheet.begin();
}
