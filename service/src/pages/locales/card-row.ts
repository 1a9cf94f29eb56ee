/** The words around a card's fields in one language, in the order of `CardWords`. */
export type CardRow = readonly [
  form: string,
  number: string,
  expiry: string,
  code: string,
  pay: string,
  checkNumber: string,
  checkExpiry: string,
  checkCode: string,
  checkName: string,
  notAccepted: string,
  enterAgain: string,
  failed: string,
  loadAgain: string,
  needsScript: string,
];
