export { admitAccount } from './admit-account.ts';
export { admitWith } from './admit.ts';
export { forgetOldWindows } from './forget-old-windows.ts';
