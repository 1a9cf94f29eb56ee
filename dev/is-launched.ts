import { fileURLToPath } from 'node:url';

/** Whether a module, given by its address, is what was asked to run; also where a launcher has imported it. */
export function isLaunched(moduleUrl: string): boolean {
  return process.argv[1] === fileURLToPath(moduleUrl);
}
