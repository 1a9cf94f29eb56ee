import type { RailParts } from '../parts.ts';

export type NmiOptions = RailParts;

/** Where the gateway is unless an account says otherwise. */
export const GATEWAY = 'https://secure.networkmerchants.com';
