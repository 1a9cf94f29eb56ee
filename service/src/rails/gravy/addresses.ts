import type { RailParts } from '../parts.ts';
import type { Seller } from '../rail.ts';

type Shown = Seller['shown'];
type Environment = RailParts['environment'];

// Each has hosts of its own below it.
const INSTANCES = 'gr4vy.app';

/** The hosts of all instances, as a source of a content policy. */
export const ANY_INSTANCE = `https://*.${INSTANCES}`;

/** Where the instance of an account is called. */
export function apiOf(shown: Shown, environment: Environment): string {
  const told = shown['api_base'];
  if (told !== undefined) return told.replace(/\/+$/, '');
  return `https://api.${instanceHost(shown, environment)}`;
}

/** The script that brings the instance's form into a page, and where its frame and its calls are. */
export function embedOf(shown: Shown, environment: Environment): { script: string; sources: string[] } {
  const told = shown['api_base'];
  if (told !== undefined) {
    const base = told.replace(/\/+$/, '');
    return { script: `${base}/embed.js`, sources: [new URL(base).origin] };
  }
  const cdn = `https://cdn.${shown['instance_id']}.${INSTANCES}`;
  const host = instanceHost(shown, environment);
  return { script: `${cdn}/embed.latest.js`, sources: [cdn, `https://embed.${host}`, `https://api.${host}`] };
}

function instanceHost(shown: Shown, environment: Environment): string {
  const instance = `${shown['instance_id']}.${INSTANCES}`;
  return environment === 'live' ? instance : `sandbox.${instance}`;
}
