export { createSetup } from './create-setup.ts';
export { removeToken, selectToken, type TokenRow } from './queries.ts';
export { forgetAbandonedSetups } from './forget-abandoned-setups.ts';
export { hearOfRemovedInstrument } from './hear-of-removed-instrument.ts';
export { hearOfSavedInstrument } from './hear-of-saved-instrument.ts';
export { savingDoubt } from './settle.ts';
export { vaultRoutes } from './routes.ts';
export { saveInstrument } from './save-instrument.ts';
export { setupsAtProvider, setupsById, setupsOf } from './look-up.ts';
