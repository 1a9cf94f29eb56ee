/** What a call is answered. */
export interface Answer {
  status: number;
  body: object;
}
