export const ROOT: string;
export const COMPILED: string;
export function launch(file: string, flags?: string[]): Promise<void>;
export function toolEnvironment(): NodeJS.ProcessEnv;
