#!/usr/bin/env node
// node bin/loop.mjs [noun]: what changed is checked, and the pure tests and those of the noun are run.
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT, launch } from './launch.mjs';

ensureInstalled(ROOT);
await launch(path.join(ROOT, 'dev', 'loop', 'loop-main.ts'), process.argv.slice(2));
