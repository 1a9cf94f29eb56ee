import { insertScript } from '../../common/insert-script.ts';
import type { Session } from '../session.ts';
import type { Googlepay, GoogleConfig, WalletKit } from './kit.ts';
import { payable } from './payable.ts';
import type { Till } from '../../kits/till.ts';

const SCRIPT = 'https://pay.google.com/gp/p/js/pay.js';
const LOAD_LIMIT_MS = 8_000;

/** The device's own client, as far as it is used here. */
interface Client {
  isReadyToPay(request: object): Promise<{ result: boolean }>;
  createButton(options: object): HTMLElement;
  loadPaymentData(request: object): Promise<{ paymentMethodData: unknown }>;
}

type ClientMaker = new (options: { environment: 'PRODUCTION' | 'TEST' }) => Client;

let loading: Promise<ClientMaker> | null = null;

function loadClient(nonce: string): Promise<ClientMaker> {
  loading ??= insertScript({ src: SCRIPT, limitMs: LOAD_LIMIT_MS, nonce })
    .then(() => {
      const { google } = window as unknown as {
        google: { payments: { api: { PaymentsClient: ClientMaker } } };
      };
      return google.payments.api.PaymentsClient;
    })
    .catch((error: unknown) => {
      loading = null;
      throw error;
    });
  return loading;
}

/** Draws the device's button. False when neither the device nor the provider has payments by it. */
export async function drawGooglePay(
  kit: WalletKit,
  place: HTMLElement,
  { session, cspNonce }: { session: Session; cspNonce: string },
  till: Till,
): Promise<boolean> {
  const googlepay = kit.Googlepay?.();
  const config = await googlepay?.config();
  if (!googlepay || !config?.isEligible) return false;
  const Maker = await loadClient(cspNonce);
  const client = new Maker({ environment: session.environment === 'live' ? 'PRODUCTION' : 'TEST' });
  const { apiVersion, apiVersionMinor, allowedPaymentMethods } = config;
  const methods = { apiVersion, apiVersionMinor, allowedPaymentMethods };
  if (!(await client.isReadyToPay(methods)).result) return false;
  const onClick = () => {
    pay({ client, googlepay, config, session, till }).catch((error: unknown) => {
      const isLeft = (error as { statusCode?: string } | null)?.statusCode === 'CANCELED';
      if (isLeft) till.leave();
      else till.fail(error);
    });
  };
  place.append(client.createButton({ onClick, allowedPaymentMethods, buttonSizeMode: 'fill' }));
  return true;
}

interface Paying {
  client: Client;
  googlepay: Googlepay;
  config: GoogleConfig;
  session: Session;
  till: Till;
}

async function pay({ client, googlepay, config, session, till }: Paying): Promise<void> {
  const { apiVersion, apiVersionMinor, allowedPaymentMethods, merchantInfo, countryCode } = config;
  const { paymentMethodData } = await client.loadPaymentData({
    apiVersion,
    apiVersionMinor,
    allowedPaymentMethods,
    merchantInfo,
    transactionInfo: {
      totalPriceStatus: 'FINAL',
      totalPrice: payable(session),
      currencyCode: session.currency,
      countryCode,
    },
  });
  const orderId = await till.order('googlepay');
  const { status } = await googlepay.confirmOrder({ orderId, paymentMethodData });
  if (status === 'PAYER_ACTION_REQUIRED') await googlepay.initiatePayerAction({ orderId });
  await till.take(orderId);
}
