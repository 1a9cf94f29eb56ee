import type { Webhook } from '../shapes/shapes.ts';
import type { World } from '../shapes/world.ts';
import { isObject, type Checker } from '../checks/checker.ts';
import { refuse } from '../checks/problem.ts';

const URL_MAX = 2_048;
const EVENT_TYPES_MAX = 300;
const NAME_MAX = 80;
const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/|$)/;

/** The address of a webhook. A stand-in calls nobody but this machine: other addresses are refused. */
export function readWebhookUrl(checker: Checker, body: Record<string, unknown>): string {
  const rule = { required: true, max: URL_MAX, pattern: /^https?:\/\// };
  const url = checker.text(body, 'url', '', rule) ?? '';
  if (url !== '' && !LOOPBACK.test(url)) {
    refuse('VALIDATION_ERROR', { field: '/url', location: 'body' }, { status: 400 });
  }
  return url;
}

/** The types of events a webhook asks for. */
export function readEventTypes(checker: Checker, body: Record<string, unknown>): Webhook['event_types'] {
  const rule = { required: true, min: 1, max: EVENT_TYPES_MAX };
  const types = checker.list(body, 'event_types', '', rule) ?? [];
  return types.map((entry, index) => {
    const at = `/event_types/${index}`;
    if (!isObject(entry)) checker.add('INVALID_PARAMETER_SYNTAX', at);
    const given = isObject(entry) ? entry : {};
    return { name: checker.text(given, 'name', at, { required: true, max: NAME_MAX }) ?? '' };
  });
}

/** A webhook as it is shown. */
export function webhookView(world: World, webhook: Webhook): object {
  const self = `${world.address.url}/v1/notifications/webhooks/${webhook.id}`;
  return {
    ...webhook,
    links: [
      { href: self, rel: 'self', method: 'GET' },
      { href: self, rel: 'update', method: 'PATCH' },
      { href: self, rel: 'delete', method: 'DELETE' },
    ],
  };
}
