// For `--import`: what `launch` does for a program that it starts, for one that Node is given itself.
import { quickenImports } from './imports.mjs';
import { ROOT } from './launch.mjs';

quickenImports(ROOT);
