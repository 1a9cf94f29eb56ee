import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '../../../markup/html.ts';

const COOKIE = 'sandbox_note';
const KEPT_SECONDS = 30;
const TEXT_MAX = 600;
const IN_COOKIE = new RegExp(`(?:^|; )${COOKIE}=([A-Za-z0-9_-]{1,4000})(?:;|$)`);

/** What became of a form, told on the page that follows it. */
export interface Note {
  good: boolean;
  text: string;
}

/** Leaves a note for the next page; another site can neither read nor plant it. */
export function leaveNote(reply: FastifyReply, note: Note): void {
  const kept = JSON.stringify({ good: note.good, text: note.text.slice(0, TEXT_MAX) });
  setCookie(reply, Buffer.from(kept).toString('base64url'), KEPT_SECONDS);
}

/** Takes the note that the form before left, if any. */
export function takeNote(request: FastifyRequest, reply: FastifyReply): Note | null {
  const match = IN_COOKIE.exec(request.headers.cookie ?? '');
  if (match === null) return null;
  setCookie(reply, '', 0);
  try {
    const note = JSON.parse(Buffer.from(match[1] ?? '', 'base64url').toString()) as Partial<Note>;
    return typeof note.text === 'string' ? { good: note.good === true, text: note.text } : null;
  } catch {
    return null;
  }
}

/** The note as it stands at the top of a page. */
export function noteView(note: Note | null): Html | null {
  if (note === null) return null;
  return note.good
    ? html`<p class="note" role="status">${note.text}</p>`
    : html`<p class="note bad" role="alert">${note.text}</p>`;
}

function setCookie(reply: FastifyReply, value: string, seconds: number): void {
  reply.header('Set-Cookie', `${COOKIE}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}`);
}
