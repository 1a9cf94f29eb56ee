import path from 'node:path';
import type { Answers, Requests } from '../../client/src/index.ts';
import { readIfThere, writePrivate } from '../../local/files.ts';
import type { Parties } from '../../local/parties.ts';
import type { RailName } from './names.ts';

const SESSION_MINUTES = 1_440;

/** Whoever has the shop: the demo channel, with its key, and whom it sells for. */
export interface Shopkeeper {
  parties: Parties;
  home: string;
  channel_id: string;
  channel_key: string;
  merchant_id: string;
  /** The service for browsers, and for this process. */
  base_url: string;
  near_url: string;
  sandbox_url: string;
  shop_url: string;
  books: Books;
}

type Session = Answers['sessions.create'];

/** The shop's orders, and the merchants that it sells for on each rail. */
export interface Books {
  order(keeper: Shopkeeper, rail: RailName, change?: Partial<Requests['sessions.create']>): Promise<Session>;
}

interface Kept {
  channel_id: string;
  merchants: Partial<Record<RailName, string>>;
}

/** Opens what is kept of the shop. Merchants on other rails are made when they first sell something. */
export async function openBooks(
  keeper: Pick<Shopkeeper, 'home' | 'channel_id' | 'merchant_id'>,
): Promise<Books> {
  const { channel_id, merchant_id } = keeper;
  const file = path.join(keeper.home, 'shop.json');
  const text = await readIfThere(file);
  const found = text === null ? null : (JSON.parse(text) as Kept);
  const kept = found?.channel_id === channel_id ? found : { channel_id, merchants: {} };
  kept.merchants.ppcp = merchant_id;
  const opening = new Map<RailName, Promise<string>>();
  const merchantFor = (by: Shopkeeper, rail: RailName): Promise<string> => {
    const known = kept.merchants[rail];
    if (known !== undefined) return Promise.resolve(known);
    const made = opening.get(rail) ?? makeMerchant(by, rail);
    opening.set(rail, made);
    return made
      .then(async (id) => {
        kept.merchants[rail] = id;
        await writePrivate(file, `${JSON.stringify(kept, null, 2)}\n`);
        return id;
      })
      .finally(() => opening.delete(rail));
  };
  return {
    order: async (by, rail, change = {}) => {
      const merchant = by.parties.as(by.channel_key, await merchantFor(by, rail));
      return merchant.sessions.create({ ...orderOf(by), ...change });
    },
  };
}

async function makeMerchant({ parties, channel_key }: Shopkeeper, rail: RailName): Promise<string> {
  const { merchant_id } = await parties.as(channel_key).merchants.create({
    business_name: 'Demo Coffee Roasters',
    email: `shop.${rail}.${Date.now().toString(36)}@example.com`,
    country_code: 'US',
  });
  const { credentials } = await parties.control.send('POST', 'rails/accounts', { rail });
  await parties.operator.operator.merchants.update({
    merchant_id,
    payment_provider: rail,
    rail_credentials: credentials as Record<string, string>,
  });
  return merchant_id;
}

function orderOf({ shop_url }: Shopkeeper): Requests['sessions.create'] {
  return {
    amount: '24.50',
    currency: 'USD',
    expires_in_minutes: SESSION_MINUTES,
    description: 'A bag of coffee and a mug',
    items: [
      { name: 'House blend, 500 g', unit_amount: '14.50', category: 'PHYSICAL_GOODS' },
      { name: 'Mug', unit_amount: '10.00', category: 'PHYSICAL_GOODS' },
    ],
    allowed_origins: [shop_url],
    success_url: `${shop_url}/thanks`,
    cancel_url: `${shop_url}/`,
  };
}
