export type { Finding, Shown } from './finding.ts';
export { openDifferencesOf } from './look-up.ts';
export { listFinding } from './list-finding.ts';
export { closeUnseen, countOpenDifferences, hasOpenDifference } from './queries.ts';
export { differenceRoutes } from './routes.ts';
