import type { OpenApiDocument } from './openapi.ts';

/** The contract on half a page, for readers with little room: what the service is, where the rest is, the
 *  rules that are easily missed, and every operation in a line. */
export function llmsText(document: OpenApiDocument): string {
  const { info, servers } = document;
  const base = servers[0]!.url.replace(/\/+$/, '');
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => {
      return `- ${method.toUpperCase()} ${path}: ${operation.summary}`;
    }),
  );
  return [
    `# ${info.title}`,
    '',
    `> ${info.summary}. ${info.description}`,
    '',
    `- Base address: ${base}`,
    `- OpenAPI 3.1: ${base}/openapi.json`,
    `- Reference: ${base}/docs, a page for each noun below it; ${base}/docs?q=refund is what has that word.`,
    '- Credential: `Authorization: Bearer <key>`; a channel key about one merchant needs `X-Merchant-Id`.',
    '- The order of checks: 401, 429, 403 or 404 of the merchant, 422, then the rest.',
    '- Errors are `{"detail": …}`: a sentence, or for field problems a list; 429 is `{"error": …}`.',
    '- Branch on `code` where a refusal has one: the `x-codes` of an answer name those that it may have.',
    '- After a timeout or a 503 the outcome may be open: repeat with the same `Idempotency-Key`, or read.',
    '- Fulfil an order on the event `payment.captured`; deliveries come more than once and out of order.',
    '- Verify `Service-Signature` over the raw bytes before parsing; refuse what is older than 300 seconds.',
    '',
    '## Operations',
    '',
    ...operations,
    '',
    '## Events',
    '',
    ...Object.keys(document.webhooks).map((type) => `- ${type}`),
    '',
  ].join('\n');
}
