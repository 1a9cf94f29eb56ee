import { html, type Html } from '../../../../markup/html.ts';

const SHAPES: readonly (readonly [where: string, fields: string, shape: string, example: string])[] = [
  [
    'What you send',
    'amount, unit_amount',
    'Text or number, in the currency’s own units: digits with an optional fraction.',
    '"10.50" or 10.5',
  ],
  [
    'A session and its event; figures beside a refusal',
    'amount; remaining_amount',
    'Text. A session’s amount goes without trailing zeros, a figure has all of the currency’s digits.',
    '"10.5"; "10.50"',
  ],
  [
    'A transaction',
    'amount, platform_fee, platform_fee_fixed, provider_fee, net_amount, refunded_platform_fee, settled_amount',
    'Number, in the currency’s own units.',
    '10.5',
  ],
  ['A dispute and its events', 'amount', 'Number, in the currency’s own units.', '10.5'],
  [
    'Wherever the name says so',
    'every name with _cents or _minor_units',
    'Integer of the currency’s smallest units: of USD cents, of JPY whole yen, of KWD thousandths.',
    '1050',
  ],
  ['A merchant’s price', 'platform_fee_percent', 'Number of percent, up to four decimals.', '2.9'],
];

/** Every shape in which money appears. */
export const MONEY: Html = html`<div class="told">
  <p>
    Amounts are exact everywhere: they are read by their digits and kept as integers. Digits beyond the
    currency’s own must be zeros, and decimals that the merchant’s provider cannot carry, as of HUF and TWD at
    the wallet, are refused.
  </p>
  <div class="wide" role="region" aria-label="Shapes of money" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Fields</th>
          <th scope="col">Shape</th>
          <th scope="col">10.50 USD</th>
        </tr>
      </thead>
      <tbody>
        ${SHAPES.map(
          ([where, fields, shape, example]) =>
            html`<tr>
              <th scope="row">${where}</th>
              <td>${fields}</td>
              <td>${shape}</td>
              <td><code>${example}</code></td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>
  <p>
    <code>net_amount</code> of a transaction is what the provider paid out for the capture: the amount less
    its own fee and the platform’s. Refunds are not taken off; they stand in
    <code>refunded_amount_cents</code>, <code>refunded_platform_fee</code> and, one by one, in
    <code>refunds</code> of the transaction’s detail.
  </p>
</div>`;
