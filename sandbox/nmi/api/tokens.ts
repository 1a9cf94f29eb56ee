import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { accountOf } from '../../machine/gateways/accounts.ts';
import { keepToken, maskedNumber, readCard } from '../acts/cards.ts';
import type { NmiWorld } from '../shapes/world.ts';

/** Serves what the gateway's own fields call with the card that was entered. */
export function serveTokens(app: FastifyInstance, world: NmiWorld): void {
  app.post('/token/create', async (request, reply) => {
    const body = (request.body ?? {}) as Record<string, unknown>;
    const textOf = (name: string): string => (typeof body[name] === 'string' ? body[name] : '');
    const keyed = await accountOf(world.db, 'nmi', textOf('tokenization_key'));
    if (keyed === null) return refuse(reply, 'tokenization_key', 'Invalid tokenization key');
    const card = readCard(textOf('ccnumber').replaceAll(/\D/g, ''), textOf('ccexp').replaceAll(/\D/g, ''));
    if (card === null) return refuse(reply, 'ccnumber', 'Invalid card');
    const { account_id } = keyed.account;
    const token = await keepToken(world.db, world, { card, account_id });
    const { bin, exp, type } = card;
    const hash = createHash('sha256')
      .update(`${account_id}:${maskedNumber(card)}:${exp}`)
      .digest('hex')
      .slice(0, 32);
    return reply.send({
      token,
      tokenType: 'inline',
      card: { number: maskedNumber(card), bin, exp, type, hash },
    });
  });
}

function refuse(reply: FastifyReply, field: string, message: string): FastifyReply {
  return reply.code(400).send({ field, message });
}
