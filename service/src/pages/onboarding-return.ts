import type { Ctx } from '../context.ts';
import { isUuid } from '../lib/ids.ts';
import { findOnboardingReturn } from '../modules/channels/index.ts';
import { merchantOfTracking, readStatus, type WalletStatusReason } from '../modules/onboarding/index.ts';
import { html, type Html } from './html.ts';

/** What a seller still owes, in words for the seller. */
const OWED: Readonly<Record<WalletStatusReason, string>> = {
  email_unverified:
    'One step is left: confirm your email at the payment provider. It has sent you a message with a link.',
  payments_not_receivable:
    'One step is left: your account cannot receive payments yet. Sign in at the payment provider and look for what it asks of you.',
  missing_checkout_capability:
    'The payment provider has not approved your account for this checkout yet. It may ask you for more.',
  missing_wallet_scopes:
    'One step is left: a permission was withheld. Open the link of the platform again and grant all of them.',
  wallet_scope_refresh_required:
    'One step is left: the platform needs a new permission. Open its link again and grant it.',
  wallet_account_already_linked:
    'This account of the payment provider is connected to another merchant. Open the link of the platform again and choose another.',
  admin_payment_hold: 'Your account is connected. Payments are on hold; the platform can tell you why.',
  revoked: 'The permission for the platform was withdrawn. Open its link again to grant it.',
};

const UNKNOWN = 'The platform that sent you there shows how your account stands.';
const CONNECTED = 'Your account is connected, and nothing is left to do.';
const UNFINISHED = 'Your account is not connected yet. Open the link of the platform again to finish.';

/** Where the provider leaves a seller. The address names the attempt and proves nothing: what is owed is what the
 *  provider says when asked, and the way back is the channel's own. */
export async function onboardingReturnPage(ctx: Ctx, attempt: string | null): Promise<Html> {
  const merchantId = attempt !== null && isUuid(attempt) ? await merchantOfTracking(ctx.db, attempt) : null;
  if (merchantId === null) return page(UNKNOWN, null);
  const { connection } = await readStatus(ctx, merchantId);
  const back = connection.channel_id && (await findOnboardingReturn(ctx.db, connection.channel_id));
  const { wallet_status_reason: reason, wallet_connection_status: status } = connection;
  const said = reason ? OWED[reason] : status === 'connected' ? CONNECTED : UNFINISHED;
  return page(said, back || null);
}

function page(said: string, back: { name: string; url: string } | null): Html {
  return html`<main class="plain">
    <section class="panel">
      <h1>${back ? 'You are back from the payment provider' : 'You can close this window'}</h1>
      <p class="said">${back ? '' : 'You are back from the payment provider. '}${said}</p>
      ${back && html`<p><a href="${back.url}">Go on to ${back.name}</a></p>`}
    </section>
  </main>`;
}
