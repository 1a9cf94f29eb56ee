export { auditRoutes } from './routes.ts';
export { forgetOldEntries, listAudit, recordAudit } from './trail.ts';
