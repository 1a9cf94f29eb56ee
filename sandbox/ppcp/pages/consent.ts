import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { openAccount } from '../acts/accounts.ts';
import { abandonReferral, finishReferral } from '../acts/referrals.ts';
import { notFound, unprocessable } from '../../machine/refusal.ts';
import { currencyOf } from '../shapes/countries.ts';
import { readRecord } from '../../machine/store/records.ts';
import type { Account, Referral } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';
import { consentPage, NEW_ACCOUNT } from './consent-view.ts';
import { formOf, sendPage, type Page } from '../../machine/pages/layout.ts';
import { endPage } from './person-parts.ts';

const PATH = '/bizsignup/partner/onboardingentry';
const ACCOUNTS_SHOWN = 50;

/** Serves the page on which a seller chooses an account, withholds permissions, or leaves. */
export function serveConsent(app: FastifyInstance, world: World): void {
  app.get(PATH, async (request, reply) => {
    const referral = await referralOf(world, request);
    if (referral.state === 'finished') return sendPage(reply, donePage(null));
    return sendPage(reply, await choicePage(world, referral));
  });
  app.post(PATH, async (request, reply) => {
    const { referral_id, data, state } = await referralOf(world, request);
    // Sent again, as by a reload of the last page.
    if (state === 'finished') return sendPage(reply, donePage(null));
    const form = formOf(request);
    if (form.get('action') === 'abandon') {
      const { return_url } = await abandonReferral(world, referral_id);
      return sendPage(reply, leftPage(return_url));
    }
    const chosen = form.get('account_id') ?? unprocessable('Choose an account');
    const account_id = chosen === NEW_ACCOUNT ? await signUp(world, data) : chosen;
    const { return_url } = await finishReferral(world, {
      referral_id,
      account_id,
      grant: form.getAll('grant'),
    });
    return sendPage(reply, donePage(return_url));
  });
}

async function referralOf(world: World, request: FastifyRequest): Promise<Referral> {
  const token = (request.query as Record<string, unknown>)['token'];
  return (
    (await readRecord(world.db, 'referral', typeof token === 'string' ? token : '')) ??
    notFound('Sign-up link')
  );
}

// As at the provider, an account opened within the sign-up is filled in from what the platform said of the seller, and
// starts with an unconfirmed address.
async function signUp(world: World, data: Referral['data']): Promise<string> {
  const { email, legal_country_code: country } = data;
  const account = await openAccount(world, {
    kind: 'business',
    business_name: nameIn(data) ?? 'New business',
    email_confirmed: false,
    ...(typeof email === 'string' ? { email } : {}),
    ...(typeof country === 'string' ? { country, currency: currencyOf(country) } : {}),
  });
  return account.account_id;
}

function nameIn(data: Referral['data']): string | null {
  const entity = data['business_entity'] as { names?: { business_name?: string }[] } | undefined;
  return entity?.names?.[0]?.business_name ?? null;
}

async function choicePage(world: World, referral: Referral): Promise<Page> {
  const { rows } = await sql<{ body: Account }>`
    select body from records
    where kind = 'account' and body ->> 'kind' = 'business'
    order by seq limit ${ACCOUNTS_SHOWN}`.execute(world.db);
  return consentPage({
    referral,
    platform: {
      name: world.wallet.partner_attribution_id.replaceAll('_', ' '),
      id: world.wallet.partner_id,
    },
    accounts: rows.map((row) => row.body),
    action: `${PATH}?token=${encodeURIComponent(referral.referral_id)}`,
  });
}

function donePage(return_url: string | null): Page {
  return endPage({
    good: true,
    title: 'Your account is connected',
    words: 'The platform may now act within the permissions you gave.',
    next: wayBack(return_url),
  });
}

function leftPage(return_url: string | null): Page {
  return endPage({
    good: false,
    title: 'Nothing was connected',
    words: 'You can come back to this link later.',
    next: wayBack(return_url),
  });
}

function wayBack(return_url: string | null): { url: string; label: string } | null {
  return return_url === null ? null : { url: return_url, label: 'Return to the platform' };
}
