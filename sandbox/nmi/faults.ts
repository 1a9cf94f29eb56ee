/** The operations of the gateway that a fault can be armed for. */
export const NMI_FAULTS = ['nmi.sale', 'nmi.refund', 'nmi.void', 'nmi.query', 'nmi.vault'] as const;

export type NmiFault = (typeof NMI_FAULTS)[number];
