export { createSetup } from './create-setup.ts';
export { removeToken, selectToken, type TokenRow } from './queries.ts';
export { forgetAbandonedSetups } from './forget-abandoned.ts';
export { savingDoubt, settleSetupsOf } from './settle.ts';
export { removeInstrument } from './remove-instrument.ts';
export { vaultRoutes } from './routes.ts';
export { saveInstrument } from './save-instrument.ts';
