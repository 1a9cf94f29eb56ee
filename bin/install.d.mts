export function missingPackages(
  lock: { packages?: Record<string, LockEntry> },
  installed: { packages?: Record<string, LockEntry> },
  machine: { platform: string; arch: string },
): string[];
export function ensureInstalled(root: string): void;
export function chooseNode(root: string): string;
export function isNewEnough(): boolean;
export function npmCommand(flags: string[]): { command: string; flags: string[] };

interface LockEntry {
  version?: string;
  optional?: boolean;
  devOptional?: boolean;
  peer?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}
