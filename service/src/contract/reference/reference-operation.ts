import { html, type Html, type Part } from '../../../../markup/html.ts';
import { curlOf } from './curl.ts';
import {
  type BudgetObject,
  JSON_TYPE,
  type MediaType,
  type OpenApiDocument,
  type OperationObject,
  type ResponseObject,
} from '../openapi.ts';
import type { Book, Place } from './reference-book.ts';
import { breakableCode, codeAnchor } from './reference-codes.ts';
import { fieldList, parameterList, typeText } from './reference-schema.ts';
import { anyOf, callText, jsonText, listing, prose } from './reference-text.ts';
import { SCHEME_NAMES } from '../security.ts';

const PLACES = [
  ['path', 'Path parameters'],
  ['query', 'Query parameters'],
  ['header', 'Headers'],
] as const;

const CALLERS: Readonly<Record<string, string>> = {
  [SCHEME_NAMES.channel]: 'channel key',
  [SCHEME_NAMES.channel_merchant]: 'channel key with X-Merchant-Id',
  [SCHEME_NAMES.merchant]: 'merchant key',
  [SCHEME_NAMES.dashboard]: 'dashboard token',
  [SCHEME_NAMES.operator]: 'operator token',
  [SCHEME_NAMES.owner]: 'owner session',
};

/** The refusals that come from the row and the transport: explained once, under Errors. */
const COMMON: ReadonlySet<string> = new Set([
  'invalid_api_key',
  'merchant_header_required',
  'merchant_not_found',
  'channel_key_required',
  'merchant_key_required',
  'channel_inactive',
  'body_too_large',
  'content_type_unsupported',
  'form_required',
  'body_encoded',
  'database_unavailable',
  'invalid_fields',
]);

/** One operation: what it does and takes beside how it is called and what it answers. */
export function operationArticle({ document, addressOf }: Book, place: Place): Html {
  const { operation, method, path } = place;
  const { operationId: id } = operation;
  return html`<article class="entry" id="${id}" aria-labelledby="${id}-name">
    <div class="told">
      <h2 id="${id}-name"><a href="#${id}">${operation.summary}</a></h2>
      <p class="address">${verb(method)} <code>${breakable(path)}</code></p>
      ${operation.description !== undefined && html`<p class="lead">${prose(operation.description)}</p>`}
      ${factsOf(operation)} ${parametersOf(document, operation)} ${bodyOf(document, operation)}
      ${answersOf(document, operation)} ${errorsOf(operation, addressOf)}
    </div>
    <div class="shown">
      ${listing('Request', callText(curlOf(document, place)))}
      ${successesOf(operation).map(([status, answer]) => exampleOf(status, answer))}
    </div>
  </article>`;
}

/** The method of an operation, as a badge. */
export function verb(method: string): Html {
  return html`<span class="verb ${method}">${method.toUpperCase()}</span>`;
}

/** A path that may break before a slash, nowhere else. */
export function breakable(path: string): Part {
  return path
    .split('/')
    .slice(1)
    .map((part) => html`<wbr />/${part}`);
}

function factsOf(operation: OperationObject): Html {
  const { security = [], 'x-budget': budget, 'x-permission': permission } = operation;
  const callers = security.flatMap((one) => Object.keys(one)).map((name) => CALLERS[name] ?? name);
  return html`<dl class="facts">
    <div>
      <dt>Who may call</dt>
      <dd>${callers.length === 0 ? 'anyone; no credential' : anyOf(callers)}</dd>
    </div>
    ${
      permission !== undefined &&
      html`<div>
        <dt>Permission</dt>
        <dd><code>${permission}</code></dd>
      </div>`
    }
    ${
      budget &&
      html`<div>
        <dt>Budget</dt>
        <dd>${budgetText(budget)}</dd>
      </div>`
    }
  </dl>`;
}

function budgetText(budget: BudgetObject): string {
  return `${budget.calls} per minute for each ${budget.counted_by}`;
}

function parametersOf(document: OpenApiDocument, operation: OperationObject): Part {
  return PLACES.map(([place, title]) => {
    const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === place);
    return (
      parameters.length > 0 &&
      html`<h3>${title}</h3>
        ${parameterList(document, parameters)}`
    );
  });
}

function bodyOf(document: OpenApiDocument, operation: OperationObject): Part {
  const { requestBody } = operation;
  if (!requestBody) return null;
  return html`<h3>Body${requestBody.required ? null : html` <small>may be left out</small>`}</h3>
    ${sentFields(document, requestBody.content)}`;
}

function sentFields(document: OpenApiDocument, content: Record<string, MediaType>): Part {
  const json = content[JSON_TYPE];
  if (!json) return html`<p>A form.</p>`;
  return fieldList(document, json.schema, 'sent') ?? html`<p>Any JSON object.</p>`;
}

function successesOf(operation: OperationObject): [string, ResponseObject][] {
  return Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
}

function answersOf(document: OpenApiDocument, operation: OperationObject): Part {
  return successesOf(operation).map(([status, { content }]) => {
    const schema = content?.[JSON_TYPE]?.schema;
    if (!schema) return html`<h3>Answer ${status}</h3>`;
    return html`<h3>Answer <span class="status good">${status}</span></h3>
      <details class="fold">
        <summary>
          Fields of the ${typeText(document, schema).startsWith('list') ? 'list’s entries' : 'answer'}
        </summary>
        ${fieldList(document, schema, 'received') ?? html`<p>${typeText(document, schema)}</p>`}
      </details>`;
  });
}

function errorsOf(operation: OperationObject, addressOf: Book['addressOf']): Html {
  const failures = Object.entries(operation.responses).filter(([status]) => !status.startsWith('2'));
  const own = failures.flatMap(([status, { content, 'x-codes': codes = [] }]) =>
    Object.entries(content?.[JSON_TYPE]?.examples ?? {})
      .filter(([name]) => !COMMON.has(name))
      .map(([name, { summary }]) => ({ status, summary, code: codes.includes(name) ? name : null })),
  );
  const rest = failures
    .map(([status]) => status)
    .filter((status) => own.every((one) => one.status !== status));
  return html`<h3>Errors</h3>
    ${
      own.length > 0 &&
      html`<ul class="errors">
        ${own.map((refusal) => refusalLine(refusal, addressOf))}
      </ul>`
    }
    <p class="common">
      Also, as on every call of its kind:
      ${rest.map((status, index) => [index > 0 && ', ', html`<a href="${addressOf(`error-${status}`)}">${status}</a>`])}
    </p>`;
}

function refusalLine(
  { status, summary, code }: { status: string; summary: string; code: string | null },
  addressOf: Book['addressOf'],
): Html {
  return html`<li>
    <span class="status">${status}</span>
    <span
      >${summary}
      ${code !== null && html`<a href="${addressOf(codeAnchor(code))}"><code>${breakableCode(code)}</code></a>`}</span
    >
  </li>`;
}

function exampleOf(status: string, answer: ResponseObject): Part {
  const media: MediaType | undefined = answer.content?.[JSON_TYPE];
  if (media?.example === undefined) return null;
  return listing(html`Answer ${status}`, jsonText(media.example));
}
