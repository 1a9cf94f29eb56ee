// Run by npm when everything is installed. An install without development packages has no packer, and one without the
// scripts of packages no Node yet: both do without.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { chooseNode } from './install.mjs';
import { ROOT, launch } from './launch.mjs';

if (existsSync(path.join(ROOT, 'node_modules', 'rolldown')) && existsSync(chooseNode(ROOT)))
  await launch(path.join(ROOT, 'dev', 'pack-packages.ts'));
