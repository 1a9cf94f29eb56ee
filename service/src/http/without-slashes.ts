/** An address without the slashes at its end. Looked at from there: a pattern would begin anew at each slash of those that stand in its
 *  middle, and whoever sent thousands of them would hold up everybody. */
export function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}
