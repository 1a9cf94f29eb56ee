const AMOUNT = /^\d{1,10}(?:\.\d{1,2})?$/;

/** Hundredths of a decimal text, whatever the currency; null for what is no amount here. */
export function hundredthsOf(text: string): number | null {
  if (!AMOUNT.test(text)) return null;
  const [whole = '', fraction = ''] = text.split('.');
  return Number(`${whole}${fraction.padEnd(2, '0')}`);
}

/** Hundredths as the gateway writes them. */
export function amountText(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
