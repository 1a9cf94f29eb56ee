import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { underFault } from '../../machine/faults/strike.ts';
import { accountOf } from '../../machine/gateways/accounts.ts';
import type { GatewayAccount } from '../../machine/gateways/shapes.ts';
import type { Fault } from '../../machine/store/shapes.ts';
import { handleOf } from '../acts/gateway.ts';
import type { NmiFault } from '../faults.ts';
import { NmiFailure, NmiRefusal } from '../shapes/reply.ts';
import type { NmiWorld } from '../shapes/world.ts';

const CODE = /^\d{3}$/;

/** One call of a merchant's server, its security key known. */
export interface Call {
  account: GatewayAccount;
  form: URLSearchParams;
}

/** Answers a call of a merchant's server under the fault that is armed for its operation. */
export async function answerCall<T>(
  world: NmiWorld,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  of: {
    operation: (form: URLSearchParams) => NmiFault;
    effect: (call: Call) => Promise<T>;
    send: (answer: T) => FastifyReply;
  },
): Promise<FastifyReply> {
  const form = new URLSearchParams(exchange.request.rawText);
  const keyed = await accountOf(world.db, 'nmi', handleOf(form.get('security_key') ?? ''));
  if (keyed === null) throw new NmiRefusal('Authentication Failed');
  const { account } = keyed;
  if (account.latency_ms > 0) await sleep(account.latency_ms);
  return underFault(world, {
    ...exchange,
    operation: of.operation(form),
    effect: () => of.effect({ account, form }),
    send: of.send,
    problemOf,
  });
}

// The gateway refuses with HTTP 200 and a code of its own, which a fault names as its issue; a status is its front's.
function problemOf(fault: Fault): Error {
  if (fault.mode !== 'refuse' || fault.status !== null) {
    return new NmiFailure(fault.status ?? 500, fault.retry_after);
  }
  const code = CODE.test(fault.issue ?? '') ? (fault.issue ?? '') : '300';
  return new NmiRefusal(
    code === '300' ? (fault.issue ?? 'Refused by the sandbox') : `Refused with ${code}`,
    code,
  );
}
