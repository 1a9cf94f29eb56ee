import type { FastifyReply, FastifyRequest } from 'fastify';
import { PartyError } from '../refusal.ts';
import { FAULT_MODES } from '../store/fault-modes.ts';
import type { Fault } from '../store/shapes.ts';
import type { World } from '../world.ts';
import { claimFault } from './board.ts';

const HELD_MS_MAX = 10 * 60 * 1000;
const GARBAGE = '<html>upstream returned an unexpected page</html>';

/** One call of a party's operation that may be struck by a fault. */
interface Struck<T> {
  /** What a fault is armed for; none strikes where it is absent. */
  operation: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Does what the call asks for. */
  effect: () => Promise<T>;
  send: (answer: T) => FastifyReply;
  /** The party's own words for a refusal or an error by fault. */
  problemOf: (fault: Fault) => Error;
}

/** Answers a call as its operation does, or as the fault says that is armed for it. */
export async function underFault<T>(world: World, call: Struck<T>): Promise<FastifyReply> {
  const fault = call.operation === undefined ? null : await claimFault(world, call.operation);
  if (fault === null) return call.send(await call.effect());
  if (fault.mode === 'delay') {
    const answered = await settled(call.effect());
    await keepBack(fault, call.request);
    return call.send(answered());
  }
  if (FAULT_MODES[fault.mode].strikes === 'after') await effectOf(call);
  return strike(fault, call);
}

// What a call came to, to be told later: its answer, or its refusal.
async function settled<T>(work: Promise<T>): Promise<() => T> {
  try {
    const answer = await work;
    return () => answer;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

// A call that is refused has no effect, and the fault strikes all the same.
async function effectOf<T>(call: Struck<T>): Promise<void> {
  try {
    await call.effect();
  } catch (error) {
    if (!(error instanceof PartyError)) throw error;
  }
}

// Keeps the answer of a call whose effect is done back for as long as a `delay` says.
async function keepBack(fault: Fault, request: FastifyRequest): Promise<void> {
  const { socket } = request.raw;
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      socket.off('close', end);
      resolve();
    };
    const timer = setTimeout(end, fault.delay_ms ?? 0);
    timer.unref();
    // Once it is closed nobody waits for the answer any more.
    socket.once('close', end);
  });
}

// Never answers as the operation would have.
function strike<T>(fault: Fault, { request, reply, problemOf }: Struck<T>): FastifyReply {
  request.fault = fault.mode;
  switch (fault.mode) {
    case 'refuse':
    case 'error':
    case 'error_after_commit':
      throw problemOf(fault);
    case 'hang':
    case 'hang_after_commit':
      return hold(request, reply);
    case 'reset':
    case 'reset_after_commit':
      reply.hijack();
      request.raw.socket.resetAndDestroy();
      return reply;
    case 'delay':
      throw new Error('a delayed call answers by itself');
    case 'garbage':
      return reply.code(200).type('application/json').send(GARBAGE);
  }
}

// Holds the socket without a byte until the caller leaves, as a stuck upstream would.
function hold(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.hijack();
  const socket = request.raw.socket;
  const timer = setTimeout(() => socket.destroy(), HELD_MS_MAX);
  timer.unref();
  socket.once('close', () => clearTimeout(timer));
  return reply;
}
