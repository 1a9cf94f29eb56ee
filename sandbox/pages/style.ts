/** The one style sheet of every page; colours follow the reader's light or dark setting. */
export const STYLE = `
:root { --ground: #f3f5f8; --card: #fff; --ink: #16202c; --soft: #5a6675; --line: #d7dde5;
  --accent: #0b5cad; --accent-ink: #fff; --good: #17693b; --bad: #a3241b; --warn: #8a5a00; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #10151c; --card: #19212b; --ink: #e8edf3; --soft: #9fb0c2; --line: #2d3946;
    --accent: #6db3f8; --accent-ink: #0c1621; --good: #6fd09a; --bad: #ff9a8f; --warn: #f0c060; } }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', sans-serif;
  color: var(--ink); background: var(--ground); }
header { display: flex; gap: 12px; align-items: center; padding: 14px 20px;
  border-bottom: 1px solid var(--line); background: var(--card); }
.brand { font-weight: 700; color: var(--ink); text-decoration: none; }
.tag, .badge { font-size: 12px; padding: 1px 8px; border-radius: 999px; border: 1px solid currentColor;
  color: var(--soft); white-space: nowrap; }
.badge.good { color: var(--good); } .badge.bad { color: var(--bad); } .badge.warn { color: var(--warn); }
main { padding: 24px 20px 48px; margin: 0 auto; max-width: 560px; }
.wide main { max-width: 1240px; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 24px; }
h1 { font-size: 22px; line-height: 1.25; margin: 0 0 8px; } h2 { font-size: 17px; margin: 24px 0 8px; }
p { margin: 0 0 12px; } .soft { color: var(--soft); } small { color: var(--soft); }
.total { font-size: 32px; font-weight: 700; margin: 4px 0 16px; font-variant-numeric: tabular-nums; }
fieldset { border: 0; margin: 0 0 20px; padding: 0; }
legend { font-weight: 600; padding: 0; margin-bottom: 8px; }
label.choice { display: flex; gap: 12px; align-items: flex-start; padding: 10px 12px; cursor: pointer;
  border: 1px solid var(--line); border-radius: 8px; margin-bottom: 8px; }
label.choice:hover, label.choice:has(input:checked) { border-color: var(--accent); }
label.choice input { margin: 5px 0 0; accent-color: var(--accent); }
label.choice > span { flex: 1; overflow-wrap: anywhere; } label.choice small { display: block; }
select, input[type=text], input[type=number] { font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 8px; padding: 9px 10px; width: 100%; }
.actions { display: grid; gap: 10px; }
button, .button { font: inherit; font-weight: 600; padding: 11px 16px; border-radius: 8px; cursor: pointer;
  border: 1px solid var(--accent); background: var(--accent); color: var(--accent-ink);
  text-align: center; text-decoration: none; display: inline-block; }
button.quiet { background: transparent; color: var(--accent); }
button.plain { background: transparent; border-color: transparent; color: var(--soft); }
button.small { padding: 5px 12px; font-size: 14px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
nav { display: flex; flex-wrap: wrap; gap: 4px; margin-bottom: 20px; }
nav a { padding: 6px 12px; border-radius: 8px; text-decoration: none; }
nav a[aria-current] { background: var(--accent); color: var(--accent-ink); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: 14px; }
th, td { text-align: left; padding: 9px 14px; vertical-align: top; border-bottom: 1px solid var(--line); }
tr:last-child td { border-bottom: 0; }
th { color: var(--soft); font-weight: 600; white-space: nowrap; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
code, pre { font: 12.5px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre { margin: 8px 0 0; max-width: 640px; max-height: 420px; overflow: auto; white-space: pre-wrap; }
summary { white-space: nowrap; cursor: pointer; color: var(--accent); }
.bar { display: flex; flex-wrap: wrap; gap: 10px; align-items: center; margin-bottom: 14px; }
.bar form, form.bar { display: flex; flex-wrap: wrap; gap: 8px; align-items: center; }
.bar select, .bar input { width: auto; padding: 6px 8px; } .bar input[type=number] { width: 80px; }
.lines { list-style: none; padding: 0; margin: 0 0 16px; }
.lines li { display: flex; justify-content: space-between; gap: 16px; padding: 4px 0; }
.lines span { min-width: 0; overflow-wrap: anywhere; } .lines span + span { flex: none; white-space: nowrap; }
.empty { padding: 28px; color: var(--soft); text-align: center; }
`;
