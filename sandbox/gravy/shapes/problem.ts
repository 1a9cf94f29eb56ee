import { NOT_PLAYED, PartyError } from '../../machine/refusal.ts';

/** One thing that is wrong with a call. */
interface ProblemDetail {
  location: 'query' | 'body' | 'path' | 'header' | 'unknown';
  pointer: string;
  message: string;
  type: string;
}

const CODES: Readonly<Record<number, [code: string, message: string]>> = {
  400: ['bad_request', 'Generic error'],
  401: ['unauthorized', 'No valid API authentication found'],
  403: ['forbidden', 'Invalid credentials'],
  404: ['not_found', 'The resource could not be found'],
  405: ['method_not_allowed', 'Method Not Allowed'],
  409: ['duplicate_record', 'Generic error'],
  429: ['too_many_requests', 'Generic error'],
  500: ['server_error', 'Request could not be processed'],
  501: ['not_implemented', NOT_PLAYED],
  502: ['bad_gateway', 'Request could not be processed'],
  503: ['service_unavailable', 'Request could not be processed'],
  504: ['gateway_timeout', 'Request could not be processed'],
};

/** A refusal in the gateway's own shape. */
export class GravyProblem extends PartyError {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ProblemDetail[];
  readonly retryAfter: number | null;

  constructor(
    status: number,
    options: {
      code?: string | null;
      message?: string;
      details?: readonly ProblemDetail[];
      retryAfter?: number | null;
    } = {},
  ) {
    const [code, message] = CODES[status] ?? ['bad_request', 'Generic error'];
    super(options.message ?? message);
    this.status = status;
    this.code = options.code ?? code;
    this.details = options.details ?? [];
    this.retryAfter = options.retryAfter ?? null;
  }
}

/** Refuses a call whose body is not right in one place. */
export function refuseField(pointer: string, message: string, type = 'value_error'): never {
  const details: ProblemDetail[] = [{ location: 'body', pointer, message, type }];
  throw new GravyProblem(400, { message: 'Request failed validation', details });
}

/** Refuses what the state of a transaction does not allow. */
export function refuseState(message: string): never {
  throw new GravyProblem(400, { message });
}

export function problemBody(problem: GravyProblem): object {
  const { code, status, message, details } = problem;
  return { type: 'error', code, status, message, details };
}
