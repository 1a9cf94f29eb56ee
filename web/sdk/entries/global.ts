/** Puts what a script defines where a page looks for it: under the name of its `data-namespace`, else its own. A second
 *  script that defines no more than the first changes nothing. */
export function define(usual: string, defined: object): void {
  const script = document.currentScript as HTMLScriptElement | null;
  const name = script?.dataset['namespace'] || usual;
  const names = window as unknown as Record<string, object | undefined>;
  const before = names[name];
  if (before && Object.keys(defined).every((key) => key in before)) return;
  names[name] = Object.freeze(defined);
}
