import type { Till } from './till.ts';

/** The page that a provider's fields are drawn on. */
export interface Counter {
  till: Till;
  words: FieldWords;
  /** The language of the words. */
  locale: string;
  /** The class of the button, in the page's own looks. */
  buttonClass: string;
  /** For the provider's script, where the page's policy asks for one. */
  nonce: string;
  /** What the provider's script is set up with for this load of the page, by the service's operation; `isAnew` when the last one is
   *  used up. Throws what was told already when there is none. */
  credential<T>(operation: string, isAnew: boolean): Promise<T>;
}

/** What a buyer reads around the fields. */
export interface FieldWords {
  form: string;
  number: string;
  expiry: string;
  code: string;
  pay: string;
  checkNumber: string;
  checkExpiry: string;
  checkCode: string;
  enterAgain: string;
}

/** Draws a provider's fields. False when they cannot stand on this page. */
export type DrawFields = (counter: Counter, place: HTMLElement) => Promise<boolean>;
