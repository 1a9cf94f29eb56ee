/** A day of an account, and how far it is compared. */
export interface DayRow {
  id: string;
  provider: string;
  provider_account: string;
  rail_account_id: string;
  merchant_id: string;
  /** As `YYYY-MM-DD`. */
  day: string;
  phase: 'reading' | 'theirs' | 'captures' | 'refunds';
  read_until: Date | null;
  span_seconds: number;
  page: number;
  /** What the page before gave to go on by; of the page that is due alone, and of none that is the first. */
  page_mark: string | null;
  behind: string;
  begun_at: Date | null;
  refreshed_at: Date | null;
  looks: number;
  entries: number;
  is_whole: boolean;
  is_daily: boolean;
  failures: number;
  /** What stood in the way when it was tried last. */
  problem: string | null;
}

const DAY_MS = 86_400_000;

/** The first moment of a day, UTC. */
export function beginOf(day: string): Date {
  return new Date(`${day}T00:00:00.000Z`);
}

/** The first moment behind it. */
export function endOf(day: string): Date {
  return new Date(beginOf(day).getTime() + DAY_MS);
}

/** The day of a moment, UTC. */
export function dayOf(moment: Date): string {
  return moment.toISOString().slice(0, 10);
}
