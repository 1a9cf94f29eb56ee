export function packedFolder(root: string): string;
export function quickenImports(root: string): void;
export function versionOf(root: string, name: string): string;
