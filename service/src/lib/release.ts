import { readFileSync } from 'node:fs';

const PACKAGE = new URL('../../../package.json', import.meta.url);

/** Which release a process runs, and as what. */
export interface Release {
  version: string;
  /** The newest that it holds: by it two releases of one version differ. */
  migration: string;
  environment: string;
  roles: string;
}

/** The version of this release. */
export function readVersion(): string {
  return (JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string }).version;
}

/** The release at hand, run with these settings. */
export function releaseOf(
  { environment, roles }: { environment: string; roles: readonly string[] },
  migration: string,
): Release {
  return { version: readVersion(), migration, environment, roles: roles.join(',') };
}
