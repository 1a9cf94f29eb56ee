// What columns of JSON hold that are read back. `tables.ts` names these; dev/generate-tables.ts says which column holds which.

/** An item of a session: amounts in minor units, everything else as it was sent. */
export interface StoredItem {
  name: string;
  unit_amount_cents: number;
  category: string;
  description: string | null;
  quantity: number;
  sku: string | null;
}

/** Where a session is shipped to, as it was sent. */
export interface StoredDestination {
  country_code: string;
  address_line_1?: string | null;
  address_line_2?: string | null;
  admin_area_1?: string | null;
  admin_area_2?: string | null;
  postal_code?: string | null;
}

/** What is said by name, such as the lines of an address that a provider told. */
export type StoredWords = Record<string, string>;

/** What an account was known by, and until when, an ISO 8601 time. */
export interface StoredKnown {
  known_by: string;
  until: string;
}
