export { auditRoutes } from './routes.ts';
export { forgetOldEntries } from './forget-old-entries.ts';
export { recordAudit } from './trail.ts';
