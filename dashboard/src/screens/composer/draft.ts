import type { Schemas } from '../../api/client.ts';
import { PLATFORMS, type Platform } from '../../platforms.ts';

/** An image of a draft. `key` identifies its row while others are removed. */
export interface DraftImage {
  key: number;
  /** The file of the media library; undefined for an image behind an address. */
  mediaId?: string | undefined;
  url: string;
  alt: string;
  type: 'image' | 'video';
}

/** When a post is to be published. */
export type Timing = 'draft' | 'schedule' | 'now';

/** What a person has typed into the composer. */
export interface Draft {
  title: string;
  text: string;
  platforms: Platform[];
  accounts: string[];
  /** The texts of platforms that have one of their own. */
  overrides: Partial<Record<Platform, string>>;
  /** The other options of platforms, which the composer does not edit and does not remove. */
  otherOptions: Item['platform_options'];
  images: DraftImage[];
  timing: Timing;
  /** An ISO 8601 instant. Null while the time is missing or incomplete. */
  scheduledAt: string | null;
}

/** The fields of a content item that the composer edits. */
export type Item = Pick<
  Schemas['Content'],
  'title' | 'description' | 'platforms' | 'accounts' | 'media' | 'platform_options' | 'status' | 'scheduled_at'
>;

/** The fields of a request that creates an item. */
export type ContentBody = Pick<
  Schemas['ContentCreate'],
  'title' | 'description' | 'platforms' | 'accounts' | 'media' | 'platform_options' | 'scheduled_at'
>;

/** The fields of a request that changes an item. */
export type ContentChange = Partial<ContentBody> & Pick<Schemas['ContentUpdate'], 'status'>;

/** Return an empty draft, for a time if one is given. */
export function emptyDraft(scheduledAt: string | null): Draft {
  const timing = scheduledAt ? 'schedule' : 'draft';
  const own = { overrides: {}, otherOptions: {} };
  return { title: '', text: '', platforms: [], accounts: [], ...own, images: [], timing, scheduledAt };
}

/** Return the draft that shows an item. */
export function draftOf(item: Item): Draft {
  const overrides = PLATFORMS.flatMap((platform) => {
    const text = item.platform_options[platform]?.text;
    return text === undefined ? [] : [[platform, text]];
  });
  return {
    title: item.title,
    text: item.description ?? '',
    platforms: PLATFORMS.filter((platform) => item.platforms.includes(platform)),
    accounts: item.accounts,
    overrides: Object.fromEntries(overrides),
    otherOptions: otherOptionsOf(item),
    images: item.media.map(({ media_id, url = '', type, alt = '' }, key) => ({
      key,
      url,
      type,
      alt,
      mediaId: media_id,
    })),
    timing: item.status === 'scheduled' ? 'schedule' : 'draft',
    scheduledAt: item.scheduled_at,
  };
}

function isBlank({ mediaId, url, alt }: DraftImage): boolean {
  return mediaId === undefined && url.trim() === '' && alt.trim() === '';
}

/** Return the JSON Pointer of an image in the request, or null for a blank row, which is not sent. */
export function imagePointer(draft: Draft, key: number): string | null {
  const index = draft.images.filter((image) => !isBlank(image)).findIndex((image) => image.key === key);
  return index < 0 ? null : `/media/${index}`;
}

/** Return the media that a request contains. */
export function mediaOf(draft: Draft): NonNullable<ContentBody['media']> {
  return draft.images
    .filter((image) => !isBlank(image))
    .map(({ mediaId, url, type, alt }) => ({
      ...(mediaId === undefined ? { url: url.trim(), type } : { media_id: mediaId }),
      ...(alt.trim() ? { alt } : {}),
    }));
}

function otherOptionsOf({ platform_options }: Item): Draft['otherOptions'] {
  const entries = Object.entries(platform_options).map(([platform, { text: _, ...other }]) => [platform, other]);
  return Object.fromEntries(entries.filter(([, other]) => Object.keys(other as object).length > 0));
}

function optionsOf({ platforms, overrides, otherOptions }: Draft): Item['platform_options'] {
  const chosen = PLATFORMS.filter((platform) => platforms.includes(platform));
  const options = chosen.map((platform) => {
    const text = overrides[platform];
    return [platform, { ...otherOptions[platform], ...(text === undefined ? {} : { text }) }] as const;
  });
  return Object.fromEntries(options.filter(([, each]) => Object.keys(each).length > 0));
}

/** Return the item whose posts a preview of a draft shows. */
export function previewedItem(draft: Draft) {
  const { title, text, platforms, accounts } = draft;
  return {
    title,
    description: text || null,
    platforms,
    accounts,
    media: mediaOf(draft),
    platform_options: optionsOf(draft),
  };
}

/** Return the body that creates the item of a draft. */
export function createBody(draft: Draft): ContentBody {
  const media = mediaOf(draft);
  const options = optionsOf(draft);
  return {
    title: draft.title,
    platforms: draft.platforms,
    ...(draft.text ? { description: draft.text } : {}),
    ...(draft.accounts.length > 0 ? { accounts: draft.accounts } : {}),
    ...(media.length > 0 ? { media } : {}),
    ...(Object.keys(options).length > 0 ? { platform_options: options } : {}),
    ...(draft.timing === 'schedule' && draft.scheduledAt ? { scheduled_at: draft.scheduledAt } : {}),
  };
}

/** Return the body that checks a draft. Without a title yet, its place is taken, so that counts and warnings are live. */
export function checkBody(draft: Draft): ContentBody | null {
  if (draft.platforms.length === 0 || (!draft.title.trim() && !draft.text.trim())) return null;
  return { ...createBody(draft), title: draft.title.trim() ? draft.title : 'Untitled' };
}

/** Return the fields of a draft that differ from an item, and that decide what is published. */
export function materialChanges(draft: Draft, item: Item): ContentChange {
  const before = draftOf(item);
  const change: ContentChange = {};
  if (draft.title !== item.title) change.title = draft.title;
  // The API can change a text, not remove it: the empty one is rejected beside its field.
  if (draft.text !== before.text) change.description = draft.text;
  if (!isSame(draft.platforms, before.platforms)) change.platforms = draft.platforms;
  if (!isSame(draft.accounts, item.accounts)) change.accounts = draft.accounts;
  if (!isSame(mediaOf(draft), mediaOf(before))) change.media = mediaOf(draft);
  if (!isSame(optionsOf(draft), optionsOf(before))) change.platform_options = optionsOf(draft);
  return change;
}

/** Return the body that changes an item into what a draft says, without the fields that stay. */
export function updateBody(draft: Draft, item: Item): ContentChange {
  const change = materialChanges(draft, item);
  if (draft.timing === 'now') return { ...change, status: 'published' };
  if (draft.timing === 'draft') {
    return item.status === 'scheduled' || item.status === 'cancelled' ? { ...change, status: 'draft' } : change;
  }
  const moves = item.status !== 'scheduled' || !isSameInstant(draft.scheduledAt, item.scheduled_at);
  return moves && draft.scheduledAt ? { ...change, scheduled_at: draft.scheduledAt } : change;
}

const SENT = ['publishing', 'published', 'partially_published', 'failed', 'unconfirmed'];

/** Whether an item already has what a change asks for, as after a response that was lost. */
export function hasChange(item: Item, change: ContentChange): boolean {
  const { status, scheduled_at, ...fields } = change;
  if (status === 'draft' && (item.status === 'scheduled' || item.status === 'cancelled')) return false;
  if (status === 'published' && !SENT.includes(item.status)) return false;
  if (scheduled_at !== undefined && !isSameInstant(scheduled_at, item.scheduled_at)) return false;
  return Object.entries(fields).every(([name, value]) => isSame(value, item[name as keyof Item]));
}

/** Whether a draft has something that its item, or an empty composer, does not. */
export function isChanged(draft: Draft, start: Draft): boolean {
  const typed = ({ images, ...rest }: Draft) => ({ ...rest, images: mediaOf({ images, ...rest }) });
  return !isSame(typed(draft), typed(start));
}

function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    each !== null && typeof each === 'object' && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );
}

function isSameInstant(one: string | null, other: string | null): boolean {
  if (one === null || other === null) return one === other;
  return Date.parse(one) === Date.parse(other);
}
