import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../refusal.ts';
import { html, type Html } from '../../../markup/html.ts';
import { formOf, sendInspectorPage } from '../pages/layout.ts';
import type { Acts } from './acts.ts';
import { MACHINE_ACTS } from './machine-acts.ts';
import type { Rooms } from './rooms.ts';
import { navigation } from './navigation.ts';
import { resendNotice } from './notices.ts';
import { leaveNote, noteView, takeNote } from './note.ts';
import { overview } from './overview.ts';
import { RAIL_ACCOUNT_ACTS } from './rail-accounts.ts';
import { rowsAfter } from './requests.ts';
import { restoreUpload } from './state.ts';
import type { View, Visit } from './visit.ts';
import { viewsOf } from './views.ts';

/** Everything that the inspector shows and does. */
export interface Inspector {
  rooms: readonly Rooms[];
  views: readonly View[];
  acts: Acts;
}

/** Puts what the wings show beside what the machine shows of itself. */
export function inspectorOf(rooms: readonly Rooms[]): Inspector {
  const acts = Object.assign({}, MACHINE_ACTS, RAIL_ACCOUNT_ACTS, ...rooms.map((room) => room.acts)) as Acts;
  return { rooms, views: viewsOf(rooms), acts };
}

/** A request and its reply, and what the inspector is made of. */
export interface Exchange {
  inspector: Inspector;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** The latest of everything. */
export async function answerOverview(visit: Visit, exchange: Exchange): Promise<FastifyReply> {
  const body = await overview(visit, exchange.inspector.rooms);
  return show(visit, { ...exchange, view: null, title: 'Overview', body });
}

/** One place of the inspector. */
export async function answerPlace(visit: Visit, exchange: Exchange): Promise<FastifyReply> {
  const view = viewOf(exchange);
  return show(visit, { ...exchange, view, title: view.title, body: await view.list(visit) });
}

/** One entry of a place. */
export async function answerEntry(visit: Visit, exchange: Exchange): Promise<FastifyReply> {
  const view = viewOf(exchange);
  const { id } = exchange.request.params as { id: string };
  const { title, body } = (await view.detail?.(visit, id)) ?? notFound('This page');
  return show(visit, { ...exchange, view, title, body });
}

/** The requests that the script of a page does not show yet. */
export async function answerNewRequests(visit: Visit, { reply }: Exchange): Promise<FastifyReply> {
  const { text, newest } = await rowsAfter(visit);
  return reply
    .header('Cache-Control', 'no-store')
    .header('X-Content-Type-Options', 'nosniff')
    .send({ html: text.text, newest });
}

/** Does what a form asks for and goes back to its page, where a note tells what became of it: of a refusal
 *  in the words of the control interface. */
export async function answerForm(
  visit: Visit,
  { inspector, request, reply }: Exchange,
): Promise<FastifyReply> {
  const form = formOf(request);
  const act = inspector.acts[(request.params as { act: string }).act] ?? notFound('This act');
  const path = act.path.replace('{id}', encodeURIComponent(form.get('id') ?? ''));
  const answer = await visit.control(act.method, path, await act.body?.(form, visit));
  const isDone = answer.status >= 200 && answer.status < 300;
  const { detail } = (answer.body ?? {}) as { detail?: unknown };
  const refusal = typeof detail === 'string' ? detail : `The sandbox answered ${answer.status}.`;
  return goBack(reply, form, { good: isDone, text: isDone ? act.done : refusal });
}

/** Sends a notice once more. */
export async function answerResend(visit: Visit, { request, reply }: Exchange): Promise<FastifyReply> {
  const form = formOf(request);
  return goBack(reply, form, await resendNotice(visit.machine, form.get('id') ?? ''));
}

/** Brings an uploaded state back. */
export async function answerRestore(visit: Visit, { request, reply }: Exchange): Promise<FastifyReply> {
  const form = new URLSearchParams({ back: '/inspector/state' });
  return goBack(reply, form, await restoreUpload(visit, request));
}

function viewOf({ inspector, request }: Exchange): View {
  const { view } = request.params as { view: string };
  return inspector.views.find(({ name }) => name === view) ?? notFound('This page');
}

async function show(
  visit: Visit,
  page: Exchange & { view: View | null; title: string; body: Html },
): Promise<FastifyReply> {
  const nav = await navigation(visit, page.inspector.views, page.view?.name ?? 'overview');
  const note = noteView(takeNote(page.request, page.reply));
  return sendInspectorPage(page.reply, {
    title: page.title,
    now: visit.now,
    nav,
    body: html`${note} ${page.body}`,
  });
}

function goBack(
  reply: FastifyReply,
  form: URLSearchParams,
  note: { good: boolean; text: string },
): FastifyReply {
  leaveNote(reply, note);
  const back = form.get('back') ?? '/';
  // Only a path of our own: two slashes would lead to another host.
  return reply.redirect(/^\/(?![/\\])[^\s\\]*$/.test(back) ? back : '/', 303);
}
