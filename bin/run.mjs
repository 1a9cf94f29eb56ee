#!/usr/bin/env node
// node bin/run.mjs <file> [argument…]: installs what is missing, then runs the file on Node 24.
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT, launch } from './launch.mjs';

const [file, ...flags] = process.argv.slice(2);
if (!file) {
  console.error('Usage: node bin/run.mjs <file> [argument…]');
  process.exit(2);
}
ensureInstalled(ROOT);
await launch(path.resolve(ROOT, file), flags);
