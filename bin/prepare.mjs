#!/usr/bin/env node
// Run by npm when everything is installed. An install without development packages has no packer, and does without.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT, launch } from './launch.mjs';

if (existsSync(path.join(ROOT, 'node_modules', 'rolldown')))
  await launch(path.join(ROOT, 'dev', 'pack-packages.ts'));
