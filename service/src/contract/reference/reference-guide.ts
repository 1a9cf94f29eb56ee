import { html, type Html } from '../../../../markup/html.ts';
import type { OpenApiDocument } from '../openapi.ts';
import { CODES } from '../codes.ts';
import { codeAnchor, codeList } from './reference-codes.ts';
import { MONEY } from './reference-money.ts';
import { callText, listing } from './reference-text.ts';
import { VERIFY_SAMPLE } from './verify-sample.ts';

export interface Chapter {
  id: string;
  title: string;
  /** What it answers, in a line. */
  about: string;
  body: Html;
  /** Places within it that links lead to. */
  marks?: readonly Mark[];
  /** Further ones, too many for the index: links lead to them, and a filter finds them. */
  terms?: readonly Term[];
}

interface Term extends Mark {
  about: string;
}

interface Mark {
  id: string;
  title: string;
}

/** What holds for every call, beside the calls themselves. */
export function chaptersOf(document: OpenApiDocument): Chapter[] {
  const base = document.servers[0]!.url;
  return [
    { id: 'first-call', title: 'First call', about: 'Whether a key is good here.', body: firstCall(base) },
    { id: 'credentials', title: 'Credentials', about: 'Who may call what, and how.', body: CREDENTIALS },
    { id: 'money', title: 'Money', about: 'Every shape in which money appears.', body: MONEY },
    {
      id: 'errors',
      title: 'Errors',
      about: 'What each status means and what to do about it.',
      body: ERRORS,
      marks: STATUSES.map(([status]) => ({ id: `error-${status}`, title: status })),
    },
    {
      id: 'codes',
      title: 'Codes',
      about: 'What each `code` of a refusal means and what to do about it.',
      body: codeList(),
      terms: CODES.map(({ code, words, next }) => ({
        id: codeAnchor(code),
        title: code,
        about: `${words.replace(/\.$/, '')}. ${next}`,
      })),
    },
    { id: 'budgets', title: 'Budgets', about: 'How often an operation may be called.', body: BUDGETS },
    {
      id: 'repeating',
      title: 'Repeating a call',
      about: 'After a timeout, without doing it twice.',
      body: REPEATING,
    },
    { id: 'receiving', title: 'Receiving events', about: 'How to take events for good.', body: RECEIVING },
  ];
}

function firstCall(base: string): Html {
  const call = `curl "${base}/api/channel/merchants" \\\n  -H "Authorization: Bearer $KEY"`;
  return html`<div class="told">
      <p>
        A key works on the deployment that issued it and on no other. When this call answers 200, even with an
        empty list, the base address and the key belong together; 401 means that one of them is wrong, so
        settle the address first.
      </p>
      <p>
        Requests and answers are JSON. A field or a query parameter that is not listed here is refused, so a
        misspelled name is noticed at once.
      </p>
    </div>
    <div class="shown">${listing('Is this key good here?', callText(call))}</div>`;
}

const CREDENTIALS = html`<div class="told">
  <p>
    Send a credential as <code>Authorization: Bearer</code>. What it may do follows from the service’s own
    record of it; no request names a channel.
  </p>
  <dl class="terms">
    <dt>Channel key</dt>
    <dd>
      Acts for a channel. A call about one merchant also needs <code>X-Merchant-Id</code>, else it is 401.
    </dd>
    <dt>Merchant key</dt>
    <dd>Acts for its own merchant.</dd>
    <dt>Dashboard token</dt>
    <dd>Acts for a person at a merchant, within that person’s permissions.</dd>
    <dt>Operator token</dt>
    <dd>Runs this deployment. Every other operation refuses it.</dd>
    <dt>None</dt>
    <dd>A buyer’s calls carry no key: whoever knows a session’s id may pay it.</dd>
  </dl>
</div>`;

const STATUSES: readonly (readonly [status: string, meaning: string, next: string])[] = [
  ['401', 'No credential, or not a good one here.', 'Check the base address, then the key.'],
  ['403', 'A good credential that may not do this.', 'Use the right kind of key.'],
  ['404', 'No such record for this caller.', 'Check the id and whose it is.'],
  ['413', 'The body is over 256 KiB.', 'Send less.'],
  ['415', 'The body is not JSON.', 'Set Content-Type.'],
  ['422', 'Fields do not hold; each is listed with its place.', 'Correct the request.'],
  ['429', 'The budget is used up.', 'Wait up to a minute, with jitter.'],
  ['500', 'A fault of the service.', 'Report the request id.'],
  ['503', 'Temporarily unavailable, or an outcome is not known yet.', 'Repeat with the same key, or read.'],
];

const FIELD_ERROR = `{
  "detail": [
    {
      "loc": ["body", "amount"],
      "msg": "Field required",
      "type": "missing",
      "input": {}
    }
  ]
}`;

const ERRORS = html`<div class="told">
    <p>
      A refusal is <code>{"detail": "…"}</code>, with the same words each time; with 400, 402, 403, 409, 424,
      502 and 503 its name stands beside it as <code>code</code>, and so do the figures that one needs. A 422
      lists every field that does not hold. A 429 is the exception: its one key is <code>error</code>. Checks
      come in this order: credential, budget, merchant, fields, and then what the operation itself refuses.
    </p>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Means</th>
            <th scope="col">Do</th>
          </tr>
        </thead>
        <tbody>
          ${STATUSES.map(
            ([status, meaning, next]) =>
              html`<tr id="error-${status}">
                <th scope="row"><span class="status">${status}</span></th>
                <td>${meaning}</td>
                <td>${next}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p>Statuses with other meanings are listed with the operations that answer them.</p>
  </div>
  <div class="shown">${listing('422', FIELD_ERROR)}</div>`;

const BUDGETS = html`<div class="told">
    <p>
      Each operation has its own budget of calls in a minute, counted for each credential by itself; a buyer’s
      calls are counted by source address. The minute begins with the first call. A 429 names the budget and
      carries no header about it: wait on a schedule of your own, with jitter and a cap.
    </p>
  </div>
  <div class="shown">${listing('429', '{ "error": "Rate limit exceeded: 60 per 1 minute" }')}</div>`;

const REPEATING = html`<div class="told">
  <p>
    A timeout, a broken connection or a 503 may leave the outcome open. Where an operation takes an
    <code>Idempotency-Key</code>, send one with the first call and repeat the call with it: the answer is
    about what the first has made, with the header <code>Idempotent-Replayed: true</code>, and nothing happens
    twice. The same key with another body is 422. A refused call does not use its key up.
  </p>
  <p>
    A capture may be repeated as it is: an order that was captured answers its capture. Otherwise read the
    resource before you ask again.
  </p>
</div>`;

const RECEIVING = html`<div class="told">
    <p>
      An event is posted to each enabled endpoint that subscribes to its type. Verify the signature over the
      bytes as they came, before parsing: JSON written anew has another signature. Refuse what is more than
      300 seconds off.
    </p>
    <p>
      Store the event under its <code>id</code>, then answer 2xx. Anything else, a redirect included, or ten
      seconds without a byte counts as a failed attempt; there are eight in all. Deliveries come more than
      once and out of order, so make each step safe to repeat, and read the resource where its present state
      matters.
    </p>
    <p>Fulfil an order on <code>payment.captured</code>, once for each transaction.</p>
  </div>
  <div class="shown">${listing('Verify a delivery (Node)', VERIFY_SAMPLE)}</div>`;
