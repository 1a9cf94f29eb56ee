export { actOn } from './act-on.ts';
export { noticesOf } from './act-on-due.ts';
export { noticeCertificates } from './certificates.ts';
export { forgetNoticeBodies } from './forget-notice-bodies.ts';
export { noticeRoutes } from './routes.ts';
