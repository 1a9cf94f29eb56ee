import * as dashboard from '../../../wire/dashboard.ts';
import * as eventFeed from '../../../wire/event-feed.ts';
import * as eventExamples from '../../../wire/event-examples.ts';
import * as eventObjects from '../../../wire/event-objects.ts';
import * as event from '../../../wire/events.ts';
import * as key from '../../../wire/key.ts';
import * as merchant from '../../../wire/merchant.ts';
import * as onboarding from '../../../wire/onboarding.ts';
import * as operator from '../../../wire/operator.ts';
import * as owner from '../../../wire/owner.ts';
import * as payment from '../../../wire/payment.ts';
import * as problem from '../../../wire/problem.ts';
import * as session from '../../../wire/session.ts';
import * as shapes from '../../../wire/shapes.ts';
import * as transaction from '../../../wire/transaction.ts';
import * as vault from '../../../wire/vault.ts';
import * as webhook from '../../../wire/webhook.ts';

/** The files of the wire, by name. A file that is missing here is noticed by a test. */
export const WIRE = {
  dashboard,
  eventFeed,
  eventExamples,
  eventObjects,
  events: event,
  key,
  merchant,
  onboarding,
  operator,
  owner,
  payment,
  problem,
  session,
  shapes,
  transaction,
  vault,
  webhook,
} as const satisfies Record<string, object>;

// Parameters are listed one by one, so the objects that gather them have no name in the document.
const GATHERS_PARAMETERS = /(?:Path|Query)$/;

/** The name of each shape that is published under one, by the shape's own text: two shapes alike are one, and
 *  the first name stands for both. */
export const COMPONENT_NAMES: ReadonlyMap<string, string> = namesOf(Object.values(WIRE));

function namesOf(files: readonly object[]): Map<string, string> {
  const names = new Map<string, string>();
  for (const [name, value] of files.flatMap((file) => Object.entries(file) as [string, unknown][])) {
    if (!isNamedShape(value) || GATHERS_PARAMETERS.test(name)) continue;
    const text = JSON.stringify(value);
    if (!names.has(text)) names.set(text, name);
  }
  return names;
}

function isNamedShape(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('properties' in value || 'enum' in value);
}
