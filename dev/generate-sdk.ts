import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { builtFiles, releaseFolder, sdkVersion } from './build-sdk.ts';

// `npm run sdk` builds what the service serves below /sdk/ and what the package @fairway/sdk holds, from web/sdk/ into
// web/sdk/releases/<version>/. The built files are kept beside their sources, so that the service starts without a
// build and a version stays what it was for as long as pages name it; a test builds them anew and compares. What is
// released once is not built again: raise the version in web/sdk/package.json first.

const folder = releaseFolder(await sdkVersion());
const files = await builtFiles();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const [name, text] of files) await writeFile(path.join(folder, name), text);
