export { actOnDueNotices } from './act-on-due.ts';
export { noticeRoutes } from './routes.ts';
