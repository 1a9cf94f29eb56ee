export function packedFolder(root: string): string;
export function quickenImports(root: string): void;
export function versionAt(root: string, place: string): string;
