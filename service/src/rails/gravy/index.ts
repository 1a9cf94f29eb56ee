import type { RailKind } from '../rail.ts';

/** Sessions of merchants that are routed to it are made and shown; payments by it are not taken yet. */
export const GRAVY: RailKind = {
  code: 'gravy',
  traits: { seller: 'configured' },
  offers: () => ['card'],
};
