import type { Rooms } from '../../machine/inspector/rooms.ts';
import { html } from '../../../markup/html.ts';
import type { World } from '../shapes/world.ts';
import { ACCOUNT_ACTS } from './account-acts.ts';
import { accounts } from './accounts.ts';
import { PEOPLE_ACTS } from './acts.ts';
import { captures } from './captures.ts';
import { disputes } from './disputes.ts';
import { invoices } from './invoices.ts';
import { latestOrders } from './latest-orders.ts';
import { orders } from './orders.ts';
import { RECIPES } from './recipes.ts';
import { signUps } from './sign-ups.ts';

/** What the inspector shows of the wallet provider. */
export function ppcpRooms(world: World): Rooms {
  return {
    views: [accounts, signUps, orders, captures, disputes, invoices],
    acts: { ...PEOPLE_ACTS, ...ACCOUNT_ACTS },
    recipes: RECIPES,
    repeatedHeaders: ['paypal-auth-assertion', 'paypal-request-id'],
    overview: {
      facts: () => [
        ['Platform', html`<code>${world.wallet.partner_id}</code>`],
        ['Notices go to', html`<code>${world.noticeUrl() ?? 'nowhere yet'}</code>`],
      ],
      latest: latestOrders,
    },
  };
}
