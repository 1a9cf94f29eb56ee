import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { RAIL_KINDS } from '../../service/src/rails/kinds.ts';

/** What the rules of the house need to know of one file, read from its syntax tree and never from its comments. */
export interface Facts {
  /** From the root of the checkout, except that `service/src/` is left out: `lib/money.ts`, `sandbox/main.ts`. */
  readonly file: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  /** Tables written, by query builder or by SQL text; null stands for a name that the source does not tell. */
  readonly writes: readonly (string | null)[];
  readonly hasSql: boolean;
  /** Asks the database for every column that a table may have. */
  readonly takesEveryColumn: boolean;
  readonly readsEnvironment: boolean;
  readonly readsHostClock: boolean;
  /** Says which field of a request is wrong. */
  readonly blamesField: boolean;
  /** Says in a text what a rail is called. */
  readonly namesRail: boolean;
}

interface Import {
  /** A file as in `file`, or the name of a package. */
  readonly to: string;
  readonly isPackage: boolean;
  /** Only types: erased before the program runs. */
  readonly erased: boolean;
  /** What it takes from there, by its name there; null where that is everything, or cannot be told. */
  readonly names: readonly string[] | null;
  /** By which names it hands on what it takes; none where it keeps that, or hands on everything. */
  readonly handsOn: readonly string[];
}

const SERVICE = 'service/src/';
const RAIL_NAME = new RegExp(`\\b(?:${RAIL_KINDS.map(({ code }) => code).join('|')})\\b`);
const WRITERS = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto']);
const READERS = new Set(['selectFrom', 'selectNoFrom']);
// `for update`, `do update` and `update set` lock or go on with another statement; they name no table.
const SQL_WRITE =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?(?!set\b)([a-z_]+)/gi;
const EVERY_COLUMN =
  /\b(?:select|returning)\s+(?:distinct\s+(?:on\s*\([^)]*\)\s*)?)?\*|,\s*\*|\b[a-z_]+\.\*/i;
const SQL = /^\s*(?:with|select|insert\s+into|update|delete\s+from)\s[\s\S]*\b(?:from|set|values|into|as)\b/i;

/** Reads the facts of every source file below a folder; of its tests and what they are made of only when asked. */
export function readTree(root: string, folder: string, read: { tests: boolean }): Facts[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.posix.join(folder, name.replaceAll(path.sep, '/')))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/(?:^|\/)(?:node_modules|dist)\//.test(file))
    .filter((file) => read.tests || !/\.(?:test|fixture)\.tsx?$|\/(?:tests|fixtures)\//.test(file))
    .map((file) => factsOf(file, readFileSync(path.join(root, file), 'utf8')));
}

/** The facts of one file. `file` is its path from the root of the checkout. */
export function factsOf(file: string, text: string): Facts {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  const facts = {
    file: shown(file),
    lines: text.split('\n').length - 1,
    imports: [] as Import[],
    writes: [] as (string | null)[],
    hasSql: false,
    takesEveryColumn: false,
    readsEnvironment: false,
    readsHostClock: false,
    blamesField: false,
    namesRail: false,
  };
  const visit = (node: ts.Node): void => {
    const target = importOf(node);
    if (target) {
      const { text, erased } = target;
      facts.imports.push({
        ...{ ...resolved(file, text), erased },
        ...{ names: namesTaken(node), handsOn: namesHandedOn(node) },
      });
    }
    facts.writes.push(...writesOf(node));
    facts.hasSql ||= holdsSql(node);
    facts.takesEveryColumn ||= takesEveryColumn(node);
    facts.readsEnvironment ||= isMember(node, 'process', 'env');
    facts.readsHostClock ||= readsClock(node);
    facts.blamesField ||= blamesField(node);
    facts.namesRail ||= namesRail(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return facts;
}

function importOf(node: ts.Node): { text: string; erased: boolean } | null {
  if (ts.isImportDeclaration(node)) {
    return { text: textOf(node.moduleSpecifier), erased: isErased(node.importClause) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return { text: textOf(node.moduleSpecifier), erased: node.isTypeOnly };
  }
  if (
    ts.isCallExpression(node) &&
    node.expression.kind === ts.SyntaxKind.ImportKeyword &&
    node.arguments[0]
  ) {
    return { text: textOf(node.arguments[0]), erased: false };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { text: textOf(node.argument.literal), erased: true };
  }
  return null;
}

function namesTaken(node: ts.Node): string[] | null {
  const named = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined;
  if (!named || !(ts.isNamedImports(named) || ts.isNamedExports(named))) return null;
  return named.elements.map(({ propertyName, name }) => (propertyName ?? name).text);
}

function namesHandedOn(node: ts.Node): string[] {
  const named = ts.isExportDeclaration(node) ? node.exportClause : undefined;
  return named && ts.isNamedExports(named) ? named.elements.map(({ name }) => name.text) : [];
}

function isErased(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return (
    !clause.name &&
    names !== undefined &&
    ts.isNamedImports(names) &&
    names.elements.every((it) => it.isTypeOnly)
  );
}

function writesOf(node: ts.Node): (string | null)[] {
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
    if (!WRITERS.has(node.expression.name.text)) return [];
    const [table] = node.arguments;
    return [table && ts.isStringLiteralLike(table) ? table.text.split(/\s/)[0]! : null];
  }
  return [...(literalText(node) ?? '').matchAll(SQL_WRITE)].map((match) => match[1]!.toLowerCase());
}

function holdsSql(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return WRITERS.has(node.name.text) || READERS.has(node.name.text);
  return SQL.test(literalText(node) ?? '');
}

function takesEveryColumn(node: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(node)) return /^(?:select|returning)All$/.test(node.name.text);
  const text = literalText(node) ?? '';
  return SQL.test(text) && EVERY_COLUMN.test(text);
}

// The fixed text of a literal; what is filled in counts as a blank.
function literalText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return null;
  return [node.head.text, ...node.templateSpans.map((span) => span.literal.text)].join(' ? ');
}

function readsClock(node: ts.Node): boolean {
  if (isMember(node, 'Date', 'now')) return true;
  const isDate = (it: ts.Node) => ts.isIdentifier(it) && it.text === 'Date';
  if (ts.isNewExpression(node)) return isDate(node.expression) && (node.arguments ?? []).length === 0;
  return ts.isCallExpression(node) && isDate(node.expression);
}

// To declare what such a problem is, to bring it in and to know it again blames nobody yet.
function blamesField(node: ts.Node): boolean {
  if (!ts.isIdentifier(node) || node.text !== 'InvalidFields') return false;
  const { parent } = node;
  if (ts.isClassDeclaration(parent) || ts.isImportSpecifier(parent)) return false;
  const isCompared = ts.isBinaryExpression(parent) && parent.right === node;
  return !isCompared || parent.operatorToken.kind !== ts.SyntaxKind.InstanceOfKeyword;
}

// What is imported is the walls' to judge.
function namesRail(node: ts.Node): boolean {
  const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
  if (!isText || !RAIL_NAME.test(node.text)) return false;
  return !ts.isImportDeclaration(node.parent) && !ts.isExportDeclaration(node.parent);
}

function isMember(node: ts.Node, object: string, member: string): boolean {
  if (ts.isPropertyAccessExpression(node))
    return node.name.text === member && node.expression.getText() === object;
  return (
    ts.isElementAccessExpression(node) &&
    node.expression.getText() === object &&
    ts.isStringLiteralLike(node.argumentExpression) &&
    node.argumentExpression.text === member
  );
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : '?';
}

function resolved(from: string, specifier: string): { to: string; isPackage: boolean } {
  if (!specifier.startsWith('.')) return { to: specifier, isPackage: true };
  return { to: shown(path.posix.join(path.posix.dirname(from), specifier)), isPackage: false };
}

function shown(file: string): string {
  return file.startsWith(SERVICE) ? file.slice(SERVICE.length) : file;
}
