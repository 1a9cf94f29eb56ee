/** An amount with all of its currency's digits, as a device's sheet wants it: `10` dollars are `10.00`. */
export function payable({ amount, currency }: { amount: string; currency: string }): string {
  const style = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  const digits = style.maximumFractionDigits ?? 0;
  const [whole, fraction = ''] = amount.split('.') as [string, string?];
  return digits === 0 ? whole : `${whole}.${fraction.padEnd(digits, '0')}`;
}
