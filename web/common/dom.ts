/** An element with a class and attributes. */
export function element(
  tag: string,
  name: string,
  attributes: Readonly<Record<string, string>> = {},
): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

const adopted = new Set<string>();

/** Gives the document a sheet, once. It is made by script, so that no policy has to allow inline styles. */
export function adoptStyle(css: string): void {
  if (adopted.has(css)) return;
  adopted.add(css);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
