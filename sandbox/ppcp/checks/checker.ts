import { statusOf } from './issues.ts';
import { describe, ProviderProblem, type IssueDetail } from './problem.ts';

type Fields = Record<string, unknown>;

/** Collects what is wrong with a body, each with its JSON pointer. Schema issues (400) win over
 *  business issues (422), as the provider judges the schema first. */
export interface Checker {
  add(issue: string, field: string, value?: unknown): void;
  /** A string within bounds, or undefined after noting what is wrong. Absent is fine unless required. */
  text(from: Fields, name: string, at: string, rule?: TextRule): string | undefined;
  list(from: Fields, name: string, at: string, rule: ListRule): unknown[] | undefined;
  object(from: Fields, name: string, at: string, required?: boolean): Fields | undefined;
  /** Throws every issue noted so far as one refusal. */
  finish(): void;
}

interface TextRule {
  required?: boolean;
  min?: number;
  max?: number;
  pattern?: RegExp;
  oneOf?: ReadonlySet<string>;
}

interface ListRule {
  required?: boolean;
  min: number;
  max: number;
  /** What a wrong number of items is called, where it has one name for too few and too many. */
  issue?: string;
}

const VALUE_SHOWN_MAX = 200;

/** A checker with nothing noted yet. */
export function createChecker(): Checker {
  const found: IssueDetail[] = [];
  const add = (issue: string, field: string, value?: unknown): void => {
    found.push(describe({ issue, field, ...shown(value), location: 'body' }));
  };
  const missing = (required: boolean | undefined, field: string): undefined => {
    if (required) add('MISSING_REQUIRED_PARAMETER', field);
    return undefined;
  };
  return {
    add,
    text(from, name, at, rule = {}) {
      const value = from[name];
      const field = `${at}/${name}`;
      if (value === undefined || value === null) return missing(rule.required, field);
      const issue = textIssue(value, rule);
      if (issue === null) return value as string;
      add(issue, field, value);
      return undefined;
    },
    list(from, name, at, rule) {
      const value = from[name];
      const field = `${at}/${name}`;
      if (value === undefined || value === null) return missing(rule.required, field);
      if (!Array.isArray(value)) {
        add('INVALID_PARAMETER_SYNTAX', field);
        return undefined;
      }
      if (value.length < rule.min) add(rule.issue ?? 'INVALID_ARRAY_MIN_ITEMS', field);
      if (value.length > rule.max) add(rule.issue ?? 'INVALID_ARRAY_MAX_ITEMS', field);
      return (value as unknown[]).slice(0, rule.max);
    },
    object(from, name, at, required) {
      const value = from[name];
      const field = `${at}/${name}`;
      if (value === undefined || value === null) return missing(required, field);
      if (isObject(value)) return value;
      add('INVALID_PARAMETER_SYNTAX', field);
      return undefined;
    },
    finish() {
      if (found.length === 0) return;
      const schema = found.filter((detail) => statusOf(detail.issue) === 400);
      if (schema.length > 0) throw new ProviderProblem(400, schema);
      throw new ProviderProblem(422, found);
    },
  };
}

/** Whether a value is a JSON object. */
export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textIssue(value: unknown, rule: TextRule): string | null {
  if (typeof value !== 'string') return 'INVALID_PARAMETER_SYNTAX';
  if (value.length < (rule.min ?? 1)) return 'INVALID_STRING_LENGTH';
  if (rule.max !== undefined && value.length > rule.max) return 'INVALID_STRING_MAX_LENGTH';
  if (rule.pattern && !rule.pattern.test(value)) return 'INVALID_PARAMETER_SYNTAX';
  if (rule.oneOf && !rule.oneOf.has(value)) return 'INVALID_PARAMETER_VALUE';
  return null;
}

function shown(value: unknown): { value?: string } {
  if (typeof value === 'string') return { value: value.slice(0, VALUE_SHOWN_MAX) };
  return typeof value === 'number' || typeof value === 'boolean' ? { value: String(value) } : {};
}
