import { assertNoTransaction } from '../../../lib/transaction-guard.ts';
import type { SettingCheck, SettingsFacet } from '../../rail.ts';
import type { Client } from '../client/client.ts';
import { objectsAt, textAt } from '../../http/json.ts';
import type { JsonObject } from '../../http/json.ts';
import { NOTICE_TYPES } from '../notices/notice-types.ts';
import type { PpcpOptions } from '../options.ts';
import type { Answer } from '../client/sort-answer.ts';
import { requestToken } from '../client/token.ts';

// Somebody sits before a terminal and waits for all of it.
const TIMEOUT_MS = 5_000;
/** A tracking id that no attempt of ours has: being told so shows that we may ask. */
const NOBODY = 'fairway-settings-check';

/** Tries the platform's own settings at the provider; every call only reads. */
export function createSettings(client: Client, options: PpcpOptions): SettingsFacet {
  return {
    check: async ({ notice_url }) => {
      const token = await checkToken(client, options);
      if (token.status !== 'ok') {
        const why = 'Not tried: there is no access token to ask with.';
        return [token, skipped('partner', why), skipped('webhook', why), skipped('events', why)];
      }
      const partner = await checkPartner(client, options);
      return [token, partner, ...(await checkWebhook(client, options, notice_url))];
    },
  };
}

// Freshly granted: a token kept in memory says nothing about the secret as it is now.
async function checkToken(client: Client, options: PpcpOptions): Promise<SettingCheck> {
  assertNoTransaction('ppcp settings.check');
  const form = new URLSearchParams({ grant_type: 'client_credentials' });
  const bounded = { ...options, transport: client.transport, timeoutMs: TIMEOUT_MS };
  const grant = await requestToken(bounded, form, {});
  switch (grant.kind) {
    case 'granted':
      return { name: 'token', status: 'ok', detail: 'The provider grants a token for the client id.' };
    case 'refused':
      return failed(
        'token',
        `The provider does not accept the client id and secret: ${grant.refusal.issue}.`,
      );
    case 'unreachable':
      return failed('token', `The provider could not be asked: ${grant.problem}.`);
  }
}

async function checkPartner(client: Client, options: PpcpOptions): Promise<SettingCheck> {
  const partner = encodeURIComponent(options.partner_id);
  const path = `/v1/customer/partners/${partner}/merchant-integrations?tracking_id=${NOBODY}`;
  const answer = await read(client, 'integrations.read', path);
  if (answer.kind === 'success' || (answer.kind === 'refused' && answer.status === 404)) {
    return { name: 'partner', status: 'ok', detail: 'The client may look up sellers of the partner id.' };
  }
  return failed('partner', `The client may not look up sellers of the partner id: ${problemOf(answer)}.`);
}

async function checkWebhook(client: Client, options: PpcpOptions, url: string): Promise<SettingCheck[]> {
  const path = `/v1/notifications/webhooks/${encodeURIComponent(options.webhook_id)}`;
  const answer = await read(client, 'webhooks.read', path);
  if (answer.kind !== 'success') {
    const why = 'Not tried: the webhook could not be read.';
    return [
      failed('webhook', `The webhook id could not be read: ${problemOf(answer)}.`),
      skipped('events', why),
    ];
  }
  const there = textAt(answer.body, 'url');
  const webhook: SettingCheck =
    there === url
      ? { name: 'webhook', status: 'ok', detail: `The webhook posts to ${url}.` }
      : failed('webhook', `The webhook posts to ${there ?? 'no address'}, not to ${url}.`);
  return [webhook, eventsOf(answer.body)];
}

function eventsOf(webhook: JsonObject): SettingCheck {
  const names = new Set(objectsAt(webhook, 'event_types').map((type) => textAt(type, 'name')));
  const missing = names.has('*') ? [] : NOTICE_TYPES.filter((name) => !names.has(name));
  if (missing.length === 0) {
    return { name: 'events', status: 'ok', detail: 'The webhook has every event type that is acted on.' };
  }
  return failed('events', `The webhook lacks ${missing.length} event types: ${missing.join(', ')}.`);
}

function read(client: Client, operation: string, path: string): Promise<Answer> {
  return client.call({ operation, effect: 'read', method: 'GET', path, timeoutMs: TIMEOUT_MS });
}

function problemOf(answer: Exclude<Answer, { kind: 'success' }>): string {
  return answer.kind === 'refused' ? answer.refusal.issue : answer.problem;
}

function failed(name: SettingCheck['name'], detail: string): SettingCheck {
  return { name, status: 'failed', detail };
}

function skipped(name: SettingCheck['name'], detail: string): SettingCheck {
  return { name, status: 'skipped', detail };
}
