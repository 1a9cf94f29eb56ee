import type { Ctx } from '../../context.ts';
import { isUuid } from '../../lib/ids.ts';
import { findOnboardingReturn } from '../../modules/channels/index.ts';
import { merchantOfTracking, readStatus, type WalletStatusReason } from '../../modules/onboarding/index.ts';
import { html, type Html } from '../../../../markup/html.ts';
import { MARKS, type Tone } from '../state/marks.ts';

/** What a seller still owes, in words for the seller. */
const OWED: Readonly<Record<WalletStatusReason, string>> = {
  email_unverified: 'Confirm your email at the payment provider. It has sent you a message with a link.',
  payments_not_receivable:
    'Your account cannot receive payments yet. Sign in at the payment provider and look for what it asks of you.',
  missing_checkout_capability:
    'It has not approved your account for this checkout yet, and may ask you for more.',
  missing_wallet_scopes:
    'A permission was withheld. Open the link of the platform again and grant all of them.',
  wallet_scope_refresh_required: 'The platform needs a new permission. Open its link again and grant it.',
  wallet_account_already_linked:
    'This account of the payment provider belongs to another merchant here. Open the link of the platform again and choose another.',
  admin_payment_hold: 'The platform can tell you why.',
  revoked: 'The permission for the platform was withdrawn. Open its link again to grant it.',
};

const OWED_HEADINGS: Partial<Record<WalletStatusReason, string>> = {
  missing_checkout_capability: 'The payment provider is still looking at your account',
  wallet_account_already_linked: 'This account is connected to somebody else',
  admin_payment_hold: 'Your account is connected, and payments are on hold',
  revoked: 'Your account is not connected',
};

interface Standing {
  heading: string;
  text: string;
  tone: Tone;
}

const UNKNOWN: Standing = {
  heading: 'You are back from the payment provider',
  text: 'The platform that sent you there shows how your account stands.',
  tone: 'plain',
};
// A snapshot from before the consent says nothing about it.
const UNHEARD: Standing = {
  heading: UNKNOWN.heading,
  text: 'It has not told us yet how your account stands. The platform that sent you there will show it.',
  tone: 'plain',
};
const CONNECTED: Standing = {
  heading: 'Your account is connected',
  text: 'You are back from the payment provider, and nothing is left to do.',
  tone: 'good',
};
const UNFINISHED: Standing = {
  heading: 'Your account is not connected yet',
  text: 'Open the link of the platform again to finish.',
  tone: 'bad',
};

/** Where the provider leaves a seller. The address names the attempt and proves nothing: what is owed is what the
 *  provider says when asked, and the way back is the channel's own. */
export async function onboardingReturnPage(ctx: Ctx, attempt: string | null): Promise<Html> {
  const merchantId = attempt !== null && isUuid(attempt) ? await merchantOfTracking(ctx.db, attempt) : null;
  if (merchantId === null) return page(UNKNOWN, null);
  const { connection, fresh } = await readStatus(ctx, merchantId);
  const back = connection.channel_id && (await findOnboardingReturn(ctx.db, connection.channel_id));
  const { wallet_status_reason: reason, wallet_connection_status: status } = connection;
  return page(standingOf({ reason, status, fresh }), back || null);
}

function standingOf(of: { reason: WalletStatusReason | null; status: string; fresh: boolean }): Standing {
  if (of.reason) return owed(of.reason);
  if (of.status === 'connected') return CONNECTED;
  return of.fresh ? UNFINISHED : UNHEARD;
}

function owed(reason: WalletStatusReason): Standing {
  return { heading: OWED_HEADINGS[reason] ?? 'One step is left', text: OWED[reason], tone: 'bad' };
}

function page({ heading, text, tone }: Standing, back: { name: string; url: string } | null): Html {
  return html`<main class="plain result">
    <section class="panel">
      ${MARKS[tone]}
      <h1>${heading}</h1>
      <p class="said">${text}</p>
      ${
        back
          ? html`<p>
              <a class="button" href="${back.url}">Go on to <bdi>${back.name}</bdi></a>
            </p>`
          : html`<p class="hint">You can close this window.</p>`
      }
    </section>
  </main>`;
}
