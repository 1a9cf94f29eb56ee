import path from 'node:path';
import { ROOT } from '../../bin/launch.mjs';
import { buildClient } from './build.ts';

// Before the client is packed: makes client/dist.
await buildClient(path.join(ROOT, 'client', 'dist'));
