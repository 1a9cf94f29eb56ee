/** The operations of the gateway that a fault can be armed for. */
export const GRAVY_FAULTS = [
  'gravy.read',
  'gravy.create',
  'gravy.list',
  'gravy.capture',
  'gravy.void',
  'gravy.refund',
] as const;

export type GravyFault = (typeof GRAVY_FAULTS)[number];
