import type { CredentialProblem } from './rail.ts';

/** What is wrong with a member, in words that do not repeat it; null where nothing is. */
type Check = (value: string) => string | null;

/** Reads credentials whose members are texts: each of them must be known, and every required one be there. */
export function readMembers<R extends string, O extends string>(
  given: Readonly<Record<string, unknown>>,
  form: { required: Readonly<Record<R, Check>>; optional: Readonly<Record<O, Check>> },
): { kind: 'read'; members: Record<R, string> & Partial<Record<O, string>> } | Bad {
  const checks: Readonly<Record<string, Check>> = { ...form.required, ...form.optional };
  const missing = Object.keys(form.required).filter((member) => !Object.hasOwn(given, member));
  const problems = [
    ...missing.map((member) => ({ member, type: 'missing', msg: 'Field required' })),
    ...Object.entries(given).flatMap(([member, value]) => problemsOf(member, value, checks)),
  ];
  if (problems.length > 0) return { kind: 'bad', problems };
  return { kind: 'read', members: given as Record<R, string> & Partial<Record<O, string>> };
}

interface Bad {
  kind: 'bad';
  problems: readonly CredentialProblem[];
}

function problemsOf(
  member: string,
  value: unknown,
  checks: Readonly<Record<string, Check>>,
): CredentialProblem[] {
  const check = Object.hasOwn(checks, member) ? checks[member] : undefined;
  if (!check) return [{ member, type: 'extra_forbidden', msg: 'Extra inputs are not permitted' }];
  if (typeof value !== 'string')
    return [{ member, type: 'string_type', msg: 'Input should be a valid string' }];
  const wrong = check(value);
  return wrong === null ? [] : [{ member, type: 'value_error', msg: `Value error, ${wrong}` }];
}

/** A check that a text is of a form. */
export function ofForm(form: RegExp, wrong: string): Check {
  return (value) => (form.test(value) ? null : wrong);
}

/** A check that a text is where a provider can be reached. */
export function apiBase(environment: 'test' | 'live'): Check {
  return (value) => {
    const url = URL.parse(value);
    const isWeb = url?.protocol === 'https:' || (url?.protocol === 'http:' && environment === 'test');
    const isBare = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
    return isWeb && isBare && value.length <= 300
      ? null
      : 'an address of the provider is needed, with https in a live environment';
  };
}
