import type { Answers } from '../../client/src/index.ts';
import { html, type Html } from '../../markup/html.ts';
import { minor, toDecimal } from '../../service/src/lib/money.ts';

type Statement = Answers['statements.read'];
type Line = Answers['statements.lines']['lines'][number];

const STYLE = html`<style>
  body {
    font:
      10pt/1.4 system-ui,
      sans-serif;
    color: #111;
    max-width: 60rem;
    margin: 2rem auto;
    padding: 0 1rem;
  }
  h1 {
    font-size: 1.5rem;
    margin-bottom: 0;
  }
  h2 {
    font-size: 1.1rem;
    margin-top: 2rem;
  }
  table {
    border-collapse: collapse;
    width: 100%;
  }
  th,
  td {
    text-align: left;
    padding: 0.2rem 0.6rem 0.2rem 0;
    border-bottom: 1px solid #ccc;
    vertical-align: top;
  }
  .sum {
    text-align: right;
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
  .id {
    font-family: ui-monospace, monospace;
    font-size: 8pt;
    overflow-wrap: anywhere;
  }
  thead {
    display: table-header-group;
  }
  tr {
    break-inside: avoid;
  }
  @page {
    margin: 15mm;
  }
  @media print {
    body {
      margin: 0;
      max-width: none;
    }
  }
</style>`;

const KINDS: Readonly<Record<string, string>> = {
  capture: 'Capture',
  fee_refund_adjustment: 'Fee given back',
};

/** A statement as a page to print, piece by piece: what it comes to, by which terms, of what, and every line. Needs nothing
 *  from elsewhere. */
export async function* pageOf(
  statement: Statement,
  pages: AsyncIterable<readonly Line[]>,
): AsyncGenerator<string, void> {
  const { currency, period_start, period_end } = statement;
  const title = `Statement ${period_start} to ${period_end}, ${currency}`;
  yield `<!doctype html>\n<html lang="en">\n${headOf(title).text}\n<body>\n${summaryOf(statement, title).text}\n`;
  yield `<h2>Lines</h2>\n<table>\n${LINE_HEADINGS.text}\n<tbody>\n`;
  for await (const lines of pages) yield lines.map((line) => `${rowOf(line, currency).text}\n`).join('');
  yield '</tbody>\n</table>\n</body>\n</html>\n';
}

function headOf(title: string): Html {
  return html`<head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${title}</title>
    ${STYLE}
  </head>`;
}

function summaryOf(statement: Statement, title: string): Html {
  return html`<h1>${title}</h1>
    <p class="id">${statement.id}</p>
    ${correctionOf(statement)}
    <table>
      <tbody>
        ${figuresOf(statement).map(
          ([name, value]) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="sum">${value}</td>
            </tr> `,
        )}
      </tbody>
    </table>
    <h2>By rail</h2>
    <table>
      <thead>
        <tr>
          <th>Rail</th>
          <th>Fee is</th>
          <th class="sum">Transactions</th>
          <th class="sum">Captured</th>
          <th class="sum">Fee</th>
          <th>Settled here</th>
        </tr>
      </thead>
      <tbody>
        ${statement.rail_summaries.map(railOf)}
      </tbody>
    </table>`;
}

function correctionOf(statement: Statement): Html | null {
  const { status, correction_reason, supersedes_statement_id, superseded_by_statement_id } = statement;
  if (status === 'superseded')
    return html`<p><strong>Superseded by ${superseded_by_statement_id}.</strong></p>`;
  if (supersedes_statement_id === null) return null;
  return html`<p>In the place of ${supersedes_statement_id}: ${correction_reason}</p>`;
}

/** What a statement comes to, by name. */
export function figuresOf(statement: Statement): [name: string, value: string | number][] {
  return [
    ['Owed to the channel', statement.channel_share_display],
    ['Terms', statement.terms_description],
    ['Transactions', statement.accounted_transaction_count],
    ['Captured', statement.accounted_captured_amount_display],
    ['Fee accrued', statement.platform_fee_accrued_display],
    ['Fee given back', statement.platform_fee_refunded_display],
    ['Fee less what was given back', statement.platform_fee_accrued_net_display],
    ['Fee collected', statement.platform_fee_collected_display ?? 'not known'],
    ['Transactions left out', statement.excluded_transaction_count],
    ['Captured of these', statement.excluded_captured_amount_display],
    ['Issued', statement.generated_at],
  ];
}

function railOf(rail: Statement['rail_summaries'][number]): Html {
  return html`<tr>
    <td>${rail.provider}</td>
    <td>${rail.fee_visibility}</td>
    <td class="sum">${rail.transaction_count}</td>
    <td class="sum">${rail.captured_amount_display}</td>
    <td class="sum">${rail.platform_fee_accrued_display ?? 'not known'}</td>
    <td>${rail.included_in_settlement ? 'yes' : `no: ${rail.exclusion_reason ?? ''}`}</td>
  </tr> `;
}

const LINE_HEADINGS = html`<thead>
  <tr>
    <th>Captured (UTC)</th>
    <th>Line</th>
    <th>Merchant</th>
    <th>Capture</th>
    <th class="sum">Amount</th>
    <th class="sum">Net fee</th>
    <th class="sum">Share</th>
  </tr>
</thead>`;

function rowOf(line: Line, currency: string): Html {
  const net = toDecimal(minor(line.platform_fee_net_cents), currency);
  return html`<tr>
    <td>${line.captured_at}</td>
    <td>${KINDS[line.entry_type] ?? line.entry_type}</td>
    <td>${line.merchant_name}</td>
    <td class="id">${line.provider_capture_id}</td>
    <td class="sum">${line.amount_display}</td>
    <td class="sum">${net} ${currency}</td>
    <td class="sum">${line.channel_share_display}</td>
  </tr>`;
}
