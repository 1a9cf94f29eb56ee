import { randomUUID } from 'node:crypto';
import type { World } from '../world.ts';

interface Schema {
  enum?: readonly unknown[];
  format?: string;
  type?: string;
  items?: Schema;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Document {
  paths: Record<string, { get?: { parameters?: readonly Parameter[] } }>;
}

/** Who asks: a credential, and for which merchant. */
export interface Asking {
  key: string;
  merchant?: string;
}

// It is not for them, or there is nothing of that id.
const ANSWERED = new Set([200, 401, 403, 404]);
const DAY = '2026-01-01';
// Of those whose form only their pattern or their description tells.
const SAMPLES: Readonly<Record<string, string>> = {
  after: 'start',
  currency: 'USD',
  day: DAY,
  email: 'nobody@shop.test',
  endpoint_id: `we_${'0'.repeat(32)}`,
  from_date: DAY,
  onboarding_status: 'pending',
  period: '2026-01',
  since: DAY,
  to_date: DAY,
  type: 'payment.captured',
};

/** Asks for everything that is published to be read without an id, by each of its filters alone and each of its values, as
 *  all who are given. Answers what was refused to somebody who may ask, as sentences. */
export async function askByEachFilter(world: World, by: readonly Asking[]): Promise<string[]> {
  const { paths } = (await world.call('GET', '/openapi.json')).body as Document;
  const asked = Object.entries(paths).flatMap(([path, { get }]) =>
    get === undefined || path.includes('{') || !path.startsWith('/api/')
      ? []
      : callsOf(path, get.parameters ?? []),
  );
  const refused: string[] = [];
  for (const path of asked) {
    for (const asking of by) {
      const { status } = await world.call('GET', path, asking);
      if (!ANSWERED.has(status)) refused.push(`${path} was answered ${status}`);
    }
  }
  return refused;
}

function callsOf(path: string, parameters: readonly Parameter[]): string[] {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const needed = inQuery
    .filter(({ required }) => required === true)
    .map((one): [string, string] => [one.name, samplesOf(one)[0]!]);
  const alone = inQuery
    .filter(({ required }) => required !== true)
    .flatMap((one) => samplesOf(one).map((value): [string, string] => [one.name, value]));
  return [needed, ...alone.map((one) => [...needed, one])].map(
    (query) => `${path}?${new URLSearchParams(query).toString()}`,
  );
}

function samplesOf({ name, schema }: Pick<Parameter, 'name' | 'schema'>): string[] {
  const { enum: values, format, type, items } = schema;
  if (values) return values.map(String);
  if (items) return samplesOf({ name, schema: items });
  const sample = SAMPLES[name];
  if (sample !== undefined) return [sample];
  if (format === 'uuid') return [randomUUID()];
  if (format === 'date-time') return [`${DAY}T00:00:00Z`];
  if (type === 'integer') return ['1'];
  if (type === 'boolean') return ['true'];
  return ['sample'];
}
