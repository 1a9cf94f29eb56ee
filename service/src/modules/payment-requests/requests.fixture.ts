import { sql } from 'kysely';
import type { Ctx } from '../../context.ts';
import type { ProviderInvoice, ReadInvoiceOutcome } from '../../rails/rail.ts';
import type { SellingMerchant } from '../sessions/create-session.ts';
import { readRequest } from './queries.ts';
import type { RequestRow } from './request-row.ts';

export const AMOUNT = 1_000;
/** What a merchant asks of Jo Rivera. */
export const ASKED = {
  ...{ phone: '+14155550132', first_name: 'Jo', last_name: 'Rivera', amount_cents: AMOUNT },
  ...{ topic: 'Boiler service', instructions: 'Thank you.', external_order_id: null },
};

/** What the provider answers of the invoice of a request; payable when nothing else is said. */
export function shownInvoice(request: RequestRow, invoice: Partial<ProviderInvoice>): ReadInvoiceOutcome {
  return {
    kind: 'found',
    invoice: {
      provider_invoice_id: request.provider_invoice_id!,
      ...{ status: 'payable', status_raw: 'UNPAID', paid: null },
      ...invoice,
    },
  };
}

/** The one request of the merchant that was given up, and whether its invoice is looked at still. */
export async function givenUpOf(
  { db }: Ctx,
  { merchant_id }: SellingMerchant,
): Promise<{ request: RequestRow; is_polled: boolean }> {
  const { rows } = await sql<{ id: string; is_polled: boolean }>`
    select id, poll_at is not null as is_polled from text_to_pay_requests
    where merchant_id = ${merchant_id} and state = 'refused'`.execute(db);
  const [{ id, is_polled }] = rows as [{ id: string; is_polled: boolean }];
  return { request: (await readRequest(db, id))!, is_polled };
}
