import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { isIP } from 'node:net';

/** The published document, as far as answers are judged by it. */
interface Contract {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Declared> }>>;
  components: { schemas: Record<string, object> };
}

interface Declared {
  content?: Record<string, { schema: object; examples?: Record<string, { value: { detail?: unknown } }> }>;
  'x-codes'?: readonly string[];
}

interface Answered {
  method: string;
  path: string;
  status: number;
  body: unknown;
}

/** Throws when an answer of the API is not what the published contract declares. */
export type CheckAnswer = (answered: Answered) => void;

const JSON_TYPE = 'application/json';
const DOCUMENT_ID = 'https://contract.invalid/openapi.json';
const SHOWN_MAX = 2_000;

/** The formats of published schemas, as far as they are checked. */
export const FORMATS = {
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  email: /^[^@\s]+@[^@\s]+$/,
  ipv4: (text: string) => isIP(text) === 4,
  uri: (text: string) => URL.canParse(text),
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Reads the contract that a deployment publishes and makes the check of its answers. A schema is compiled
 *  when its first answer comes. */
export async function readContract(baseUrl: string): Promise<CheckAnswer> {
  const response = await fetch(`${baseUrl}/openapi.json`);
  if (response.status !== 200) throw new Error(`GET /openapi.json answered ${response.status}`);
  return checkBy((await response.json()) as Contract);
}

/** The check of answers by a given document. */
export function checkBy(contract: Contract): CheckAnswer {
  const ajv = new Ajv2020({ allErrors: true, strict: false, formats: FORMATS });
  ajv.addSchema({ $id: DOCUMENT_ID, components: contract.components });
  const operations = operationsOf(contract);
  const compiled = new Map<string, ValidateFunction>();
  return (answered) => {
    const path = pathOf(answered.path);
    const found = operations.find(({ method, pattern }) => method === answered.method && pattern.test(path));
    // What is no operation is answered by the server itself: 404 and 405.
    if (!found) return;
    const name = `${found.operationId} ${answered.status}`;
    const declared = found.responses[answered.status];
    if (!declared) throw mismatch(name, answered, 'the status is not declared');
    const media = declared.content?.[JSON_TYPE];
    if (!media) return;
    const validate = compiled.get(name) ?? ajv.compile(absolute(media.schema));
    compiled.set(name, validate);
    if (!validate(answered.body)) {
      throw mismatch(name, answered, ajv.errorsText(validate.errors, { separator: '\n', dataVar: 'body' }));
    }
    const unsaid = undeclaredDetail(media, answered.body);
    if (unsaid !== null)
      throw mismatch(name, answered, `the refusal ${JSON.stringify(unsaid)} is not declared`);
    const code = codeOf(answered.body);
    if (code !== null && !(declared['x-codes'] ?? []).includes(code))
      throw mismatch(name, answered, `the code ${JSON.stringify(code)} is not declared`);
  };
}

function operationsOf(contract: Contract) {
  const operations = Object.entries(contract.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      pattern: new RegExp(`^${path.replace(/\{[a-z_]+\}/g, '[^/]+')}$`),
      variables: path.split('{').length,
    })),
  );
  // A path written out goes before one that a variable makes fit.
  return operations.sort((one, other) => one.variables - other.variables);
}

// A path that cannot be read leads nowhere.
function pathOf(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  try {
    decodeURIComponent(path);
    return path;
  } catch {
    return '';
  }
}

// References in the document start at its root.
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', `"${DOCUMENT_ID}#/`)) as object;
}

// A refusal's words are part of the contract: those of a sentence are among the examples of its status.
function undeclaredDetail(media: NonNullable<Declared['content']>[string], body: unknown): string | null {
  if (!media.examples || typeof body !== 'object' || body === null || !('detail' in body)) return null;
  const { detail } = body;
  if (typeof detail !== 'string') return null;
  return Object.values(media.examples).some(({ value }) => value.detail === detail) ? null : detail;
}

// The name of a refusal. What an operation answers in success may have a field of this name too, so the sentence is asked for.
function codeOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null || !('detail' in body) || !('code' in body)) return null;
  return typeof body.detail === 'string' && typeof body.code === 'string' ? body.code : null;
}

function mismatch(name: string, answered: Answered, difference: string): Error {
  const shown = (JSON.stringify(answered.body) ?? '').slice(0, SHOWN_MAX);
  return new Error(
    [
      `${name} does not answer as published (${answered.method} ${answered.path}):`,
      difference,
      `body: ${shown}`,
    ].join('\n'),
  );
}
