import { documentOf } from '../../service/src/contract/document.ts';
import {
  componentOf,
  JSON_TYPE,
  type JsonSchema,
  type OpenApiDocument,
  type OperationObject,
} from '../../service/src/contract/openapi.ts';
import { CALLS } from '../src/contract.ts';
import type { CallRow } from '../src/shapes.ts';
import { commentOf, fieldsOf, typeOf } from './print-type.ts';

// Types are made from the published contract, so that what a caller reads over a field is what the reference says.

interface Printed {
  id: string;
  row: CallRow;
  operation: OperationObject;
  /** The type of what it takes, and of what it answers. */
  takes: string;
  mayBeLeftOut: boolean;
  answers: string;
}

/** The text of `contract.ts` as it is packed: what client/src/contract.ts infers, written out. */
export function printContract(version: string): string {
  const document = documentOf({ base_url: 'https://pay.example.com', environment: 'test', version });
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
  const printed = operations
    .filter(({ operationId }) => operationId in CALLS)
    .map((operation) => printedOf(document, operation));
  const events = Object.entries(document.webhooks).map(([type, item]) => ({
    type,
    object: objectOf(item['post']!),
  }));
  const sent = sentComponents(document, printed);
  const told = reachable(document, [
    ...printed.map(({ answers }) => answers),
    ...events.map(({ object }) => object),
  ]);
  return [
    '// Printed from the published contract; do not edit.',
    "import type { CallOptions, CallRow, Paged } from './shapes.ts';",
    ...[...new Set([...sent, ...told])]
      .toSorted()
      .map((name) => componentText(document, name, sent.has(name))),
    `export interface Requests {\n${printed.map(({ id, takes }) => `'${id}': ${takes};`).join('\n')}\n}`,
    `export interface Answers {\n${printed.map(({ id, answers }) => `'${id}': ${answers};`).join('\n')}\n}`,
    'export type OperationId = keyof Requests;',
    `export interface EventObjects {\n${events.map(({ type, object }) => `'${type}': ${object};`).join('\n')}\n}`,
    `export type KnownCode = ${codesOf(operations)
      .map((code) => `'${code}'`)
      .join(' | ')};`,
    `export interface Calls ${treeText(printed, '')}`,
    `export const CALLS: Readonly<Record<string, CallRow>> = ${JSON.stringify(CALLS)};`,
    '',
  ].join('\n\n');
}

function printedOf(document: OpenApiDocument, operation: OperationObject): Printed {
  const id = operation.operationId;
  const fields = (operation.parameters ?? []).filter((one) => one.in !== 'header');
  const body = operation.requestBody?.content[JSON_TYPE]?.schema;
  const own: JsonSchema = {
    properties: Object.fromEntries(
      fields.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
    required: fields.filter((one) => one.required).map(({ name }) => name),
  };
  const parts = [
    ...(body ? [typeOf(body, { isSent: true })] : []),
    ...(fields.length > 0 ? [`{\n${fieldsOf(own, { isSent: true })}\n}`] : []),
  ];
  const shape = body && resolvedOf(document, body);
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))![1];
  return {
    id,
    row: CALLS[id]!,
    operation,
    takes: parts.join(' & ') || 'Record<never, never>',
    mayBeLeftOut: own.required!.length === 0 && (shape?.required ?? []).length === 0,
    answers: typeOf(success.content![JSON_TYPE]!.schema, { isSent: false }),
  };
}

function objectOf(delivery: OperationObject): string {
  const envelope = delivery.requestBody!.content[JSON_TYPE]!.schema;
  return typeOf(envelope.properties!['data']!.properties!['object']!, { isSent: false });
}

function resolvedOf(document: OpenApiDocument, schema: JsonSchema): JsonSchema {
  const name = componentOf(schema);
  return name === null ? schema : document.components.schemas[name]!;
}

function sentComponents(document: OpenApiDocument, printed: readonly Printed[]): Set<string> {
  return reachable(
    document,
    printed.map(({ takes }) => takes),
  );
}

// The components that types name, and those that these are made of.
function reachable(document: OpenApiDocument, texts: readonly string[]): Set<string> {
  const { schemas } = document.components;
  const found = new Set<string>();
  const look = (text: string): void => {
    for (const [name] of text.matchAll(/\b[A-Z]\w+\b/g)) {
      if (found.has(name) || schemas[name] === undefined) continue;
      found.add(name);
      look(JSON.stringify(schemas[name]));
    }
  };
  for (const text of texts) look(text.replace(/\/\*\*[^]*?\*\//g, ''));
  return found;
}

function componentText(document: OpenApiDocument, name: string, isSent: boolean): string {
  const schema = document.components.schemas[name]!;
  const comment = commentOf(schema.description);
  if (schema.type === 'object' && schema.properties) {
    return `${comment}export interface ${name} {\n${fieldsOf(schema, { isSent })}\n}`;
  }
  return `${comment}export type ${name} = ${typeOf(schema, { isSent })};`;
}

function codesOf(operations: readonly OperationObject[]): string[] {
  const answers = operations.flatMap(({ responses }) => Object.values(responses));
  return [...new Set(answers.flatMap(({ 'x-codes': codes = [] }) => codes))].toSorted();
}

// `a.b.c` stands as c within b within a; what is an operation and a group is both.
function treeText(printed: readonly Printed[], prefix: string): string {
  const below = printed.filter(({ id }) => id.startsWith(prefix));
  const heads = [...new Set(below.map(({ id }) => id.slice(prefix.length).split('.')[0]!))];
  const members = heads.map((head) => {
    const own = below.find(({ id }) => id === `${prefix}${head}`);
    const isGroup = below.some(({ id }) => id.startsWith(`${prefix}${head}.`));
    const name = head.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const group = isGroup ? treeText(printed, `${prefix}${head}.`) : null;
    if (!own) return `readonly ${name}: ${group};`;
    const call = `(${own.mayBeLeftOut ? 'request?' : 'request'}: Requests['${own.id}'], options?: CallOptions): ${resultOf(own)}`;
    const comment = commentOf(wordsOf(own.operation));
    return group === null
      ? `${comment}${name}${call};`
      : `readonly ${name}: {\n${comment}${call};\n} & ${group};`;
  });
  return `{\n${members.join('\n')}\n}`;
}

function resultOf({ id, row, answers }: Printed): string {
  if (row.items === null) return `Promise<Answers['${id}']>`;
  const item = row.items === '' ? `Answers['${id}'][number]` : `Answers['${id}']['${row.items}'][number]`;
  return `Paged<${answers}, ${item}>`;
}

function wordsOf({ summary, description }: OperationObject): string {
  return [`${summary}.`, description].filter(Boolean).join(' ');
}
