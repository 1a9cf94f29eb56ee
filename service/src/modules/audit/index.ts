export { auditRoutes } from './routes.ts';
export { forgetOldEntries } from './forget-old-entries.ts';
export { listAudit, recordAudit } from './trail.ts';
