import { type ClientOptions, type Fairway, fairwayClient } from '../client/src/index.ts';
import { type SandboxControl, sandboxControl } from './sandbox-control.ts';

const TIMEOUT_MS = 15_000;

/** The two addresses and the operator's credential that everything starts from. */
export interface Deployment {
  base_url: string;
  sandbox_url: string;
  operator_token: string;
}

export interface Parties {
  operator: Fairway;
  /** Stands for the seller, the buyer and the provider. */
  control: SandboxControl;
  /** A caller without any credential: the owner with an invitation, the buyer with a session. */
  public: Fairway;
  as(key: string, merchantId?: string): Fairway;
}

/** The clients of everybody who takes part. `observe` sees what each of them sends; nothing is sent twice, so that who
 *  looks sees every call that was made. */
export function meet(deployment: Deployment, how: Pick<ClientOptions, 'observe' | 'fetch'> = {}): Parties {
  const options = { baseUrl: deployment.base_url, timeoutMs: TIMEOUT_MS, retries: 0, ...how };
  const as = (key: string, merchantId?: string) => fairwayClient({ ...options, key, merchantId });
  return {
    operator: as(deployment.operator_token),
    control: sandboxControl({ baseUrl: deployment.sandbox_url, ...how }),
    public: fairwayClient(options),
    as,
  };
}
