import { html, type Html } from '../../../../markup/html.ts';
import { JSON_TYPE, type OpenApiDocument, type OperationObject } from '../openapi.ts';
import { fieldList } from './reference-schema.ts';
import { jsonText, listing, prose } from './reference-text.ts';

/** One type of event: when it comes, what its object holds, and what arrives. */
export function eventArticle(document: OpenApiDocument, operation: OperationObject): Html {
  const { operationId: id, summary: type } = operation;
  const media = operation.requestBody!.content[JSON_TYPE]!;
  const object = media.schema.properties!['data']!.properties!['object']!;
  return html`<article class="entry" id="${id}" aria-labelledby="${id}-name">
    <div class="told">
      <h2 id="${id}-name">
        <a href="#${id}"><code>${type}</code></a>
      </h2>
      <p class="lead">${prose(operation.description ?? '')}</p>
      <details class="fold">
        <summary>Fields of <code>data.object</code></summary>
        ${fieldList(document, object, 'received')}
      </details>
    </div>
    <div class="shown">${listing('Body', jsonText(media.example ?? null))}</div>
  </article>`;
}
