import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { activationOf, redeemInvitation } from '../../modules/owners/index.ts';
import { BudgetExceeded, REFUSALS, Refusal, UnfitValue } from '../../refusals.ts';
import { ACTIVATION_SCRIPT, activatedPage, activationPage, endedPage } from './activation-page.ts';
import { ACTIVATION_PROBLEMS, ACTIVATION_WORDS, type ActivationKind } from './activation-words.ts';
import type { Pages } from '../shell/pages.ts';

const PASSWORD_MAX = 1_000;
const TOKEN = /^[A-Za-z0-9_-]{20,200}$/;

interface OfToken {
  Params: { token: string };
}

/** The activation link: its page, and its form for browsers without scripting. */
export function serveActivation(app: FastifyInstance, pages: Pages): void {
  const { ctx, paths } = pages;
  const show = (reply: FastifyReply, link: { token: string; kind: ActivationKind; problem?: string }) =>
    pages.send(reply, {
      title: `${link.problem === undefined ? '' : 'Problem · '}${ACTIVATION_WORDS[link.kind].title}`,
      body: activationPage(paths, link),
      script: ACTIVATION_SCRIPT,
    });
  // What the link gave, or the status of a refusal that the page has words for.
  const redeemed = async (request: FastifyRequest, token: string) => {
    try {
      await pages.admit(request, 'activation.redeem');
      return await redeemInvitation(ctx, { token, password: passwordOf(request.body) });
    } catch (error) {
      const status = statusOf(error);
      if (status !== null && status in ACTIVATION_PROBLEMS) return status;
      throw error;
    }
  };
  app.get<OfToken>('/activate/:token', async (request, reply) => {
    const token = tokenOf(request);
    // A look at a link costs as much as its use.
    await pages.admit(request, 'activation.redeem');
    const { kind, isOver } = await activationOf(ctx, token);
    if (!isOver) return show(reply, { token, kind });
    const { title } = ACTIVATION_WORDS[kind];
    return pages.send(reply.status(410), { title: `Problem · ${title}`, body: endedPage(kind) });
  });
  app.post<OfToken>('/activate/:token', async (request, reply) => {
    const token = tokenOf(request);
    const given = await redeemed(request, token);
    if (typeof given !== 'number') {
      const { done_heading: title } = ACTIVATION_WORDS[given.kind];
      const body = activatedPage(paths, { ...given, base_url: ctx.config.base_url });
      return pages.send(reply, { title, body });
    }
    const { kind } = await activationOf(ctx, token);
    return show(reply.status(given), { token, kind, problem: ACTIVATION_PROBLEMS[given] ?? '' });
  });
}

function tokenOf(request: FastifyRequest<OfToken>): string {
  const { token } = request.params;
  if (!TOKEN.test(token)) throw new Refusal('activation_not_found');
  return token;
}

function passwordOf(body: unknown): string {
  const password = typeof body === 'string' ? new URLSearchParams(body).get('password') : null;
  return (password ?? '').slice(0, PASSWORD_MAX);
}

function statusOf(error: unknown): number | null {
  if (error instanceof Refusal) return REFUSALS[error.refusal][0];
  if (error instanceof UnfitValue) return 422;
  return error instanceof BudgetExceeded ? 429 : null;
}
