import { spawnSync } from 'node:child_process';

/** The files that differ from the last commit, new ones too, from `root`; null where no history tells. */
export function changedFiles(root: string): string[] | null {
  const changed = git(root, ['diff', '--name-only', '--relative', '--diff-filter=d', '-z', 'HEAD']);
  const added = git(root, ['ls-files', '--others', '--exclude-standard', '-z']);
  return changed && added ? [...new Set([...changed, ...added])].sort() : null;
}

function git(root: string, flags: string[]): string[] | null {
  const { status, stdout } = spawnSync('git', flags, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\0').filter(Boolean) : null;
}
