import { eventually } from '../../local/steps.ts';
import { connectNew, type Recipe } from './stage.ts';

interface ListedInvoice {
  id?: string;
  detail?: { reference?: string };
}

/** A merchant of its own, that consents to its invoices being made, texts a link, and whoever has it pays. */
export const textToPayPaid: Recipe = async (stage) => {
  const { merchantId } = await connectNew(stage);
  const { control } = stage.parties;
  const { id } = await stage.as(merchantId).textToPay.send({
    phone: '+14155550132',
    amount_cents: 15_000,
    first_name: 'Jo',
    last_name: 'Rivera',
    topic: 'Boiler service',
    instructions: 'Thank you for your order.',
    external_order_id: `trigger-${stage.mark}`,
  });
  const invoice = await eventually('the invoice to be listed', async () => {
    const listed = (await control.send('GET', 'invoices?limit=100')) as { items?: ListedInvoice[] };
    const items = listed.items ?? [listed as ListedInvoice];
    return items.find((one) => [one.id, one.detail?.reference].includes(id));
  });
  await control.send('POST', `invoices/${encodeURIComponent(invoice.id ?? '')}/pay`, {});
  return { merchant_id: merchantId, checkout_session_id: null };
};
