export const ROOT: string;
export const COMPILED: string;
export const SERVING: readonly string[];
export const QUICK: readonly string[];
export function launch(file: string, flags?: string[], nodeFlags?: readonly string[]): Promise<void>;
export function toolEnvironment(): NodeJS.ProcessEnv;
