// Filled in when it is built, from package.json.
declare const SDK_VERSION: string;

export const version = SDK_VERSION;
