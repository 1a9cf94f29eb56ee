/** The operations of the carrier that a fault can be armed for. */
export const CARRIER_FAULTS = ['messages.send'] as const;
