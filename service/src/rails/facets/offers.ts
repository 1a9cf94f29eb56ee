/** What decides how the buyer of a session may pay. */
export interface OfferFacts {
  /** Whether the account that is paid into can be reached at all. */
  is_attached: boolean;
  /** Nothing is paid: the session is for saving an instrument. */
  saves_instrument: boolean;
  currency: string;
  /** Of the account, or of the merchant while that is not known. */
  country: string;
  pay_later_is_off: boolean;
  acdc_status: string | null;
  apple_pay_status: string | null;
  google_pay_status: string | null;
}
