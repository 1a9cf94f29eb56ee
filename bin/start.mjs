#!/usr/bin/env node
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT, SERVING, launch } from './launch.mjs';

ensureInstalled(ROOT);
await launch(path.join(ROOT, 'dev', 'start.ts'), process.argv.slice(2), SERVING);
