export { actOn } from './act-on.ts';
export { sweepOfNotices } from './sweep-notices.ts';
export { noticeCertificates } from './certificates.ts';
export { NOTICES_WAITING } from './queries.ts';
export { forgetNoticeBodies } from './forget-notice-bodies.ts';
export { noticeRoutes } from './routes.ts';
