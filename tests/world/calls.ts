import { type Fairway, fairwayClient } from '../../client/src/index.ts';
import type { CheckAnswer } from './contract.ts';
import { type Answer, type CallOptions, send } from './send.ts';

/** What a test says to a service and to the sandbox beside it. */
export interface Calls {
  /** A call to the service or, with `/_control` in its path, to the sandbox, whatever it is answered. */
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  operator(method: string, path: string, body?: unknown): Promise<Answer>;
  control(method: string, path: string, body?: unknown): Promise<Answer>;
  /** The client that everybody uses, with this key; it throws where a call is refused, and sends nothing twice. */
  as(key?: string, merchantId?: string): Fairway;
}

/** The calls of one service. `check` judges each answer of its API; `hear` is given whatever is said and answered. */
export function callsTo(
  of: { base_url: string; sandbox_url: string; operator_token: string },
  check: CheckAnswer = () => undefined,
  hear: (said: unknown) => void = () => undefined,
): Calls {
  const { base_url, sandbox_url, operator_token } = of;
  const call: Calls['call'] = async (method, path, options = {}) => {
    hear(options);
    const answer = await send(path.startsWith('/_control') ? sandbox_url : base_url, method, path, options);
    hear(answer.body);
    if (path.startsWith('/api/')) check({ method, path, status: answer.status, body: answer.body });
    return answer;
  };
  return {
    call,
    operator: (method, path, body) => call(method, `/api/operator/${path}`, { key: operator_token, body }),
    control: (method, path, body) => call(method, `/_control/${path}`, { body }),
    as: (key, merchantId) =>
      fairwayClient({
        ...{ baseUrl: base_url, key, merchantId, retries: 0 },
        observe: ({ method, url }, { status, body }) => {
          hear(body);
          check({ method, path: url.slice(base_url.length), status, body });
        },
      }),
  };
}
