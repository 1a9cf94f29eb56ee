import { readRecord } from '../../machine/store/records.ts';
import type { Referral } from '../shapes/shapes.ts';
import { html, type Html } from '../../../markup/html.ts';
import { badge, moment } from '../../machine/pages/parts.ts';
import { accountLink } from './accounts.ts';
import { actForm } from '../../machine/inspector/acts.ts';
import { recordList } from '../../machine/inspector/record-list.ts';
import { countOf, table, type View, type Visit } from '../../machine/inspector/visit.ts';

/** The links by which sellers give their consent. */
export const signUps: View = {
  name: 'sign-ups',
  title: 'Sign-ups',
  group: 'People',
  count: countOf('referral'),
  list,
};

function list(visit: Visit): Promise<Html> {
  return recordList(visit, 'referral', {
    heading: 'Sign-ups',
    none: [
      'No sign-up link yet.',
      html`The service asks for one when a merchant starts to connect. Open it to give or withhold the consent
      as the seller.`,
    ],
    shown: (referrals) => referralTable(visit, referrals),
  });
}

async function referralTable(visit: Visit, referrals: readonly Referral[]): Promise<Html> {
  const { db } = visit.machine.world;
  const rows: (Html | string)[][] = [];
  for (const referral of referrals) {
    const account =
      referral.account_id === null ? null : await readRecord(db, 'account', referral.account_id);
    rows.push([
      html`<code>${referral.tracking_id ?? '–'}</code>`,
      badge(referral.state),
      accountLink(account),
      `${referral.features.length} permissions`,
      moment(referral.created_at, visit.now),
      referral.state === 'finished'
        ? '–'
        : html`<div class="bar">
            <a href="/bizsignup/partner/onboardingentry?token=${encodeURIComponent(referral.referral_id)}"
              >Be the seller</a
            >
            ${
              referral.state === 'open' &&
              actForm(visit, 'referrals.abandon', {
                id: referral.referral_id,
                class: 'inline',
                body: html`<button class="small quiet">Abandon</button>`,
              })
            }
          </div>`,
    ]);
  }
  const columns = ['Tracking id', 'State', 'Account', 'Asked for', 'Created', 'Next'];
  return table('Sign-ups, newest first', columns, rows);
}
