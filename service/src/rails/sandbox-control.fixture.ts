import type { RunningSandbox } from '../../../sandbox/main.ts';

/** What the people behind a provider do, by the sandbox's own interface. Throws what is not done. */
export type Control = <T = Record<string, unknown>>(
  method: string,
  path: string,
  body?: object,
) => Promise<T>;

export function controlOf({ url }: Pick<RunningSandbox, 'url'>): Control {
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${url}/_control/${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === '' ? {} : JSON.parse(text)) as T;
  };
}

/** Has the next call of an operation go wrong, unless told more of it. */
export function faultBy(control: Control, operation: string, over: object): Promise<unknown> {
  return control('POST', 'faults', { operation, times: 1, ...over });
}
