#!/usr/bin/env node
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ensureInstalled } from './install.mjs';
import { ROOT, SERVING, launch } from './launch.mjs';

// A production install leaves the development packages out on purpose, so only a checkout in which nothing
// was installed yet is completed here.
if (!existsSync(path.join(ROOT, 'node_modules'))) ensureInstalled(ROOT);
const flags = process.argv.slice(2);
await launch(path.join(ROOT, 'cli', 'main.ts'), flags, flags.includes('serve') ? SERVING : []);
