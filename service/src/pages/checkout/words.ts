import type { Catalogue, Said } from '../locales/catalogue.ts';
import type { NoticeName, PanelName } from '../state/panels.ts';

export type PanelWords = Said;
export type NoticeWords = Readonly<Record<NoticeName, { text: string; title?: string }>>;

/** What each part of the page says, for what the page is about. Only a page with a way back says to go back, and where a card is
 *  the one way to pay there is nothing to choose. */
export function panelWords(
  words: Catalogue,
  { saves, isByCard, hasWayBack }: { saves: boolean; isByCard: boolean; hasWayBack: boolean },
): Readonly<Partial<Record<PanelName, PanelWords>>> {
  const { pay } = words.paying;
  const heading = isByCard ? words.card.form : pay.heading;
  const panels = saves ? words.saving : { ...words.paying, pay: { ...pay, heading } };
  if (hasWayBack) return panels;
  const text = saves ? words.no_way_back.saving : words.no_way_back.paying;
  return { ...panels, expired: { ...panels.expired, text } };
}

/** What the sentences above the ways to pay say, and what the page is called meanwhile. */
export function noticeWords(words: Catalogue, { saves }: { saves: boolean }): NoticeWords {
  const texts: Readonly<Record<NoticeName, string>> = {
    ...words.notices,
    ...(saves ? words.saving_notices : {}),
  };
  const titles: Readonly<Partial<Record<NoticeName, string>>> = words.notice_titles;
  const worded = Object.entries(texts).map(([name, text]) => {
    const title = titles[name as NoticeName];
    return [name, title === undefined ? { text } : { text, title }];
  });
  return Object.fromEntries(worded) as NoticeWords;
}
