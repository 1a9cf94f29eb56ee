import path from 'node:path';

/** The folder that keeps everything of a development deployment: FAIRWAY_HOME, else `.fairway` in `root`. */
export function homeFolder(env: Readonly<Record<string, string | undefined>>, root: string): string {
  return env['FAIRWAY_HOME'] ? path.resolve(env['FAIRWAY_HOME']) : path.join(root, '.fairway');
}
