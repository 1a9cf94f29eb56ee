import type { ServerResponse } from 'node:http';
import type { Answered, Call, Json } from './instant-books.ts';

/** How the provider treats those who ask it and those whom it tells, until it is told otherwise. */
export interface Treatment {
  /** How long the answer to a read of an order takes. */
  read_ms: number;
  reads: 'answered' | 'failed';
  /** A capture that is lost was carried out: every second one is answered 500, the others with a cut connection. */
  captures: 'answered' | 'lost';
  /** What was kept back is sent when this is `sent` again. */
  notices: 'sent' | 'kept' | 'lost';
  /** A read of this order stays without an answer for 20 s, and ends with a cut connection. */
  hung_order: string | null;
}

/** What was asked of the provider since it was treated so. */
export interface Asked {
  reads: number;
  /** On the host's monotonic clock. */
  first_read_at: number | null;
}

const KIND: Treatment = {
  read_ms: 0,
  reads: 'answered',
  captures: 'answered',
  notices: 'sent',
  hung_order: null,
};

const HUNG_MS = 20_000;
const READ = /^\/v2\/checkout\/orders\/(\w+)$/;
const CAPTURE = /^\/v2\/checkout\/orders\/\w+\/capture$/;
const FAILED = { status: 500, answer: { name: 'INTERNAL_SERVER_ERROR', message: 'No.', debug_id: 'bench' } };

/** Answers as the treatment says what the books have answered. */
export function newTreatment(nowMs: () => number) {
  const held = new Set<ServerResponse>();
  let treatment = KIND;
  let asked: Asked = { reads: 0, first_read_at: null };
  let lost = 0;

  function answerRead(orderId: string, answered: Answered, response: ServerResponse): void {
    asked = { reads: asked.reads + 1, first_read_at: asked.first_read_at ?? nowMs() };
    if (treatment.hung_order === orderId) {
      held.add(response);
      response.once('close', () => held.delete(response));
      setTimeout(() => response.destroy(), HUNG_MS).unref();
      return;
    }
    const told = treatment.reads === 'failed' ? FAILED : answered;
    if (treatment.read_ms === 0) end(response, told);
    else setTimeout(() => end(response, told), treatment.read_ms);
  }

  function answerCapture(answered: Answered, response: ServerResponse): void {
    if (treatment.captures === 'answered') return end(response, answered);
    lost += 1;
    if (lost % 2 === 0) response.destroy();
    else end(response, FAILED);
  }

  return {
    get notices() {
      return treatment.notices;
    },
    /** Returns what was asked under the treatment before. A read that hangs ends when none is to hang. */
    change: (body: Json): Asked => {
      const before = asked;
      treatment = { ...KIND, ...(body as Partial<Treatment>) };
      asked = { reads: 0, first_read_at: null };
      if (treatment.hung_order === null) for (const response of held) response.destroy();
      return before;
    },
    answer: ({ method, url }: Call, answered: Answered, response: ServerResponse): void => {
      const [, orderId] = (method === 'GET' && READ.exec(url.pathname)) || [];
      if (orderId) answerRead(orderId, answered, response);
      else if (CAPTURE.test(url.pathname)) answerCapture(answered, response);
      else end(response, answered);
    },
  };
}

function end(response: ServerResponse, { status, answer }: Pick<Answered, 'status' | 'answer'>): void {
  response.writeHead(status, { 'content-type': 'application/json', 'paypal-debug-id': 'bench' });
  response.end(JSON.stringify(answer));
}
