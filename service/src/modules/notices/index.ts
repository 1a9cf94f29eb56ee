export { actOnDueNotices } from './act-on-due.ts';
export { forgetNoticeBodies } from './forget-bodies.ts';
export { noticeRoutes } from './routes.ts';
