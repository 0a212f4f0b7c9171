import type { Schemas } from '../api/client.ts';
import type { Platform } from '../platforms.ts';
import { compareTexts, type TextPart } from './text-difference.ts';

/** What was submitted at one time. */
export type Version = Schemas['ContentVersion'];

/** The fields of a row. `link_card`: title and description of the card of a link, in the order of the cards. */
export type Field =
  | 'title'
  | 'text'
  | 'first_comment'
  | 'thread'
  | 'link'
  | 'visibility'
  | 'media'
  | 'alt'
  | 'platforms'
  | 'accounts'
  | 'link_card'
  | 'card_image'
  | 'own_text'
  | 'own_thread'
  | 'own_media'
  | 'own_first_comment';

/** A difference of one field. `platform`: for this platform only. `position`: of a post of the thread or of a file, from 1. */
export interface Difference {
  field: Field;
  platform: Platform | null;
  position: number | null;
  /** Of a text. */
  parts: TextPart[];
  /** Of a list: what only one of the two has. */
  removed: string[];
  added: string[];
  isReordered: boolean;
}

type Place = Pick<Difference, 'platform'> & { position?: number };
type Medium = Version['media'][number];
type Overrides = NonNullable<Version['platform_options'][Platform]>;

/** List what is different between two versions: every field that an approval covers. */
export function differencesOf(before: Version, after: Version): Difference[] {
  const all = { platform: null };
  const platforms = new Set([...Object.keys(before.platform_options), ...Object.keys(after.platform_options)]);
  return [
    ...listRow('platforms', all, before.platforms, after.platforms),
    ...listRow('accounts', all, before.accounts, after.accounts),
    ...textRow('title', all, before.title, after.title),
    ...textRow('text', all, before.description, after.description),
    ...mediaRows(all, before, after, before.media, after.media),
    ...threadRows(all, before, after, before.thread, after.thread),
    ...textRow('first_comment', all, before.first_comment, after.first_comment),
    ...([...platforms] as Platform[]).flatMap((platform) => platformRows(platform, before, after)),
    ...cardRows(before, after),
  ];
}

function platformRows(platform: Platform, before: Version, after: Version): Difference[] {
  const old: Overrides = before.platform_options[platform] ?? {};
  const current: Overrides = after.platform_options[platform] ?? {};
  const at = { platform };
  return [
    ...ownRow('own_text', at, old.text, current.text),
    ...textRow('text', at, old.text, current.text),
    ...ownRow('own_media', at, old.media, current.media),
    ...mediaRows(at, before, after, old.media, current.media),
    ...ownRow('own_thread', at, old.thread, current.thread),
    ...threadRows(at, before, after, old.thread ?? [], current.thread ?? []),
    ...ownRow('own_first_comment', at, old.first_comment, current.first_comment),
    ...textRow('first_comment', at, old.first_comment, current.first_comment),
    ...textRow('link', at, old.link, current.link),
    ...listRow('visibility', at, [old.visibility ?? 'public'], [current.visibility ?? 'public']),
  ];
}

/** Name a file by its id and its whole hash, or by its URL and type: two files with one name are the same. */
function fileName({ media_id, url, type }: Medium, { files }: Version): string {
  const sha256 = files.find((file) => file.media_id === media_id)?.sha256;
  return (media_id ? [media_id, sha256] : [url, type]).filter(Boolean).join(' · ');
}

/** Shorten the hash of a file for the screen. Files are compared by whole hashes: the start of one is easily forged. */
export function shortHash(name: string): string {
  return name.replace(/(^| · )([0-9a-f]{8})[0-9a-f]{56}$/, '$1$2…');
}

function mediaRows(
  at: Place,
  before: Version,
  after: Version,
  old: Medium[] = [],
  current: Medium[] = [],
): Difference[] {
  const had = old.map((medium) => fileName(medium, before));
  const has = current.map((medium) => fileName(medium, after));
  const alts = has.flatMap((name, index) => {
    // One file may be there twice, each with a text of its own. A new file is compared with the one at its place.
    const earlier = (had[index] === name ? null : old[had.indexOf(name)]) ?? old[index];
    return textRow('alt', { ...at, position: index + 1 }, earlier?.alt, current[index]!.alt);
  });
  return [...listRow('media', at, had, has), ...alts];
}

type Part = Version['thread'][number];

function threadRows(at: Place, before: Version, after: Version, old: Part[], current: Part[]): Difference[] {
  return Array.from({ length: Math.max(old.length, current.length) }, (_, index) => {
    const place = { platform: at.platform, position: index + 2 };
    const [one, other] = [old[index], current[index]];
    return [
      ...textRow('thread', place, one?.text, other?.text),
      ...mediaRows(place, before, after, one?.media, other?.media),
    ];
  }).flat();
}

function cardRows({ link_cards: before }: Version, { link_cards: after }: Version): Difference[] {
  type Card = Version['link_cards'][number];
  const textOf = (card: Card | undefined) =>
    card ? [card.url, card.title, card.description].filter(Boolean).join('\n') : '';
  const keyOf = ({ platform, parts }: Card) => `${platform} ${parts.join()}`;
  const keys = new Set([...before, ...after].map(keyOf));
  return [...keys].flatMap((key) => {
    const [old, current] = [before, after].map((cards) => cards.find((card) => keyOf(card) === key));
    const at = { platform: (current ?? old)!.platform };
    const images = [old, current].map((card) => (card?.image_sha256 ? [card.image_sha256] : []));
    return [
      ...textRow('link_card', at, textOf(old), textOf(current)),
      ...listRow('card_image', at, images[0]!, images[1]!),
    ];
  });
}

/** Show that a platform got content of its own, or lost it: an empty one replaces that of all platforms, too. */
function ownRow(field: Field, at: Place, old: unknown, current: unknown): Difference[] {
  const stateOf = (value: unknown) => [value === undefined ? 'inherited' : 'own'];
  return listRow(field, at, stateOf(old), stateOf(current));
}

function textRow(field: Field, at: Place, old?: string | null, current?: string | null): Difference[] {
  if ((old ?? '') === (current ?? '')) return [];
  return [row(field, at, { parts: compareTexts(old ?? '', current ?? '') })];
}

function listRow(field: Field, at: Place, old: string[], current: string[]): Difference[] {
  const removed = old.filter((each) => !current.includes(each));
  const added = current.filter((each) => !old.includes(each));
  const isReordered = removed.length + added.length === 0 && old.join('\n') !== current.join('\n');
  return removed.length + added.length > 0 || isReordered ? [row(field, at, { removed, added, isReordered })] : [];
}

function row(field: Field, { platform, position }: Place, values: Partial<Difference>): Difference {
  return {
    field,
    platform,
    position: position ?? null,
    parts: [],
    removed: [],
    added: [],
    isReordered: false,
    ...values,
  };
}

/**
 * Return the submission with which the newest one is compared first: the last one that was approved or returned for
 * changes, because the people who approve have not seen what has changed since. Otherwise the one before, or null.
 */
export function comparedVersion(versions: readonly Version[], newest: Version): Version | null {
  const earlier = versions.filter(({ submission }) => submission < newest.submission);
  return earlier.find(reviewOf) ?? earlier[0] ?? null;
}

/** Return the decision of a person about a submission, or null without one: its author may have withdrawn it. */
export function reviewOf({ decision }: Version) {
  return decision && decision.status !== 'withdrawn' ? { ...decision, status: decision.status } : null;
}
