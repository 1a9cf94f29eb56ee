import { randomUUID } from 'node:crypto';
import type { TestMerchant } from '../actors.ts';
import { askBody, cancelText, invoiceTextedTo, payInvoice, sendText, textPath } from '../texts.ts';
import type { Answer, World } from '../world.ts';

/** A payment request of each fate: paid, canceled, stuck and settled by hand, stuck and found, and waiting in vain. */
export async function textSomebody(world: World, merchant: TestMerchant): Promise<void> {
  const as = { key: merchant.key, merchant: merchant.merchant_id };
  const body = askBody();
  const key = randomUUID();
  const { id } = await made(sendText(world, merchant, body, key));
  await made(sendText(world, merchant, body, key));
  await made(world.call('GET', textPath(id), as));
  await made(world.call('GET', `${textPath()}?status=pending`, as));
  await made(payInvoice(world, await invoiceTextedTo(world, String(body['phone']))));
  await made(cancelText(world, merchant, (await made(sendText(world, merchant))).id));
  for (const mode of ['error', 'error_after_commit']) {
    await world.control('POST', 'faults', { operation: 'messages.send', mode, times: 1 });
    const stuck = await made(sendText(world, merchant));
    if (mode === 'error')
      await made(world.operator('POST', `text-to-pay/${stuck.id}/settle`, { status: 'canceled' }));
  }
  await made(sendText(world, merchant));
}

async function made(answer: Promise<Answer>) {
  const { status, body } = await answer;
  if (status >= 300) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}
