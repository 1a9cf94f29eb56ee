import type { ErrorCode } from '../common/error-codes.ts';

/** The parts of the page, by the names in its markup. */
export type PanelName =
  | 'pay'
  | 'confirming'
  | 'unknown'
  | 'pending'
  | 'paid'
  | 'completed'
  | 'expired'
  | 'lapsed'
  | 'cannot_pay'
  | 'unsupported';
export type NoticeName =
  | 'canceled'
  | 'declined'
  | 'not_completed'
  | 'rate_limited'
  | 'unreachable'
  | 'no_connection'
  | 'script_failed'
  | 'window_open'
  | 'expiring';

/** What the server wrote on the page for the script. */
interface PageFacts {
  panel: PanelName;
  order_id: string | null;
  merchant: string;
  /** What the page is called in a frame. */
  name: string;
  /** The manner in which the page's reader writes times. */
  format: string | undefined;
  api: string;
  page: string;
  /** What brings the provider into the page. */
  kit: string | null;
  provider_script: string | null;
  /** What the provider's library is asked to say of paying later. */
  pay_later: object | null;
  attribution: string | null;
  /** The ways to pay where the first is put before the others. */
  preselect: readonly string[] | null;
  expires_in_ms: number | null;
  success_url: string | null;
  is_embedded: boolean;
  environment: 'test' | 'live';
  /** The origins of pages that may show this one; null where any may. */
  framed_by: readonly string[] | null;
}

export interface Turn {
  panel: PanelName;
  notice: NoticeName | null;
  /** Why, where the part itself does not say. */
  code: ErrorCode | null;
}

/** The page as a thing with states: which part is shown, what is said, where the focus is. */
export interface Page {
  facts: PageFacts;
  panel(): PanelName;
  /** Shows one part, says it and moves the focus to its heading when what had the focus went away. */
  show(panel: PanelName, code?: ErrorCode): void;
  /** Shows the ways to pay with one sentence above them, or none; `focus` for what answers the buyer's
   *  own step. */
  offer(notice: NoticeName | null, options?: { focus?: boolean; code?: ErrorCode }): void;
  /** Calls back whenever another part or sentence is shown. */
  watch(turned: (turn: Turn) => void): void;
  /** Says a sentence without moving anything. */
  say(notice: NoticeName): void;
  /** Says the words of a part without moving anything; null takes back what was said last. */
  hear(part: HTMLElement | null): void;
  /** Whether the buyer is in the provider's window. */
  isApproving(): boolean;
  fill(name: string, text: string): void;
  find(selector: string): HTMLElement;
}

export function openPage(main: HTMLElement): Page {
  const facts = factsOf(main);
  const live = find(main, '#live');
  let current = facts.panel;
  let turned: (turn: Turn) => void = () => undefined;

  const announce = (text: string) => sayIn(live, text);
  const turnTo = (panel: PanelName) => {
    current = panel;
    main.dataset['panel'] = panel;
    for (const part of all(main, '[data-panel-name]')) part.hidden = part.dataset['panelName'] !== panel;
  };
  const notices = (shown: NoticeName | null) => {
    for (const notice of all(main, '[data-notice-name]'))
      notice.hidden = notice.dataset['noticeName'] !== shown;
  };
  const panelOf = (panel: PanelName) => find(main, `[data-panel-name="${panel}"]`);
  const titled = (title: string | undefined) => {
    if (title) document.title = `${title} · ${facts.merchant}`;
  };

  return {
    facts,
    panel: () => current,
    show: (panel, code) => {
      turnTo(panel);
      const part = panelOf(panel);
      titled(part.dataset['title']);
      const heading = find(part, 'h2');
      announce([heading, part.querySelector<HTMLElement>('.said')].map(wordsOf).join('. '));
      heading.focus();
      turned({ panel, notice: null, code: code ?? null });
    },
    offer: (meant, { focus = true, code } = {}) => {
      const notice = meant === 'unreachable' ? whyUnreachable(main) : meant;
      turnTo('pay');
      notices(notice);
      const part = panelOf('pay');
      const said = notice && find(part, `[data-notice-name="${notice}"]`);
      titled((said && said.dataset['title']) || part.dataset['title']);
      if (said) announce(wordsOf(said));
      if (focus) (said ?? find(part, 'h2')).focus();
      turned({ panel: 'pay', notice, code: code ?? null });
    },
    watch: (told) => {
      turned = told;
    },
    say: (notice) => {
      const said = find(main, `[data-notice-name="${notice}"]`);
      said.hidden = false;
      announce(wordsOf(said));
    },
    hear: (part) => announce(part ? wordsOf(part) : ''),
    isApproving: () => current === 'pay' && !find(main, '[data-notice-name="window_open"]').hidden,
    fill: (name, text) => {
      for (const place of all(main, `[data-fill="${name}"]`)) place.textContent = text;
    },
    find: (selector) => find(main, selector),
  };
}

// That there is no connection is said once, by who answers the buyer's step.
function whyUnreachable(main: HTMLElement): NoticeName {
  if (navigator.onLine) return 'unreachable';
  find(main, '[data-offline]').hidden = true;
  return 'no_connection';
}

// Set anew, so that the same sentence said twice is heard twice.
function sayIn(live: HTMLElement, text: string): void {
  live.textContent = '';
  requestAnimationFrame(() => {
    live.textContent = text;
  });
}

function factsOf(main: HTMLElement): PageFacts {
  const of = (name: string) => main.dataset[name] ?? null;
  const expires = of('expiresInMs');
  return {
    panel: (of('panel') ?? 'pay') as PanelName,
    order_id: of('order'),
    merchant: of('merchant') ?? '',
    name: main.getAttribute('aria-label') ?? '',
    format: of('format') ?? undefined,
    api: of('api') ?? '',
    page: of('page') ?? '',
    kit: of('kit'),
    provider_script: of('providerScript'),
    pay_later: JSON.parse(of('payLater') ?? 'null') as object | null,
    attribution: of('attribution'),
    preselect: of('preselect')?.split(' ') ?? null,
    expires_in_ms: expires === null ? null : Number(expires),
    success_url: of('successUrl'),
    is_embedded: of('embedded') !== null,
    environment: of('environment') === 'live' ? 'live' : 'test',
    framed_by: of('framedBy')?.split(' ') ?? null,
  };
}

// The words of a part without the line breaks of its markup.
function wordsOf(part: HTMLElement | null): string {
  return (part?.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function all(within: ParentNode, selector: string): HTMLElement[] {
  return [...within.querySelectorAll<HTMLElement>(selector)];
}

function find(within: ParentNode, selector: string): HTMLElement {
  const found = within.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
