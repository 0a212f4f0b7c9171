import type { Schemas } from '../../api/client.ts';
import type { Content } from '../../content/content.ts';
import { describePlatform, PLATFORMS } from '../../platforms.ts';
import { type Draft, type DraftOptions, draftOf, type Item, pendingUploads } from './draft.ts';
import { mediaOf } from './draft-files.ts';
import { threadOf } from './draft-thread.ts';
import { titleOf } from './draft-title.ts';
import { isRetried } from './rules.ts';

/** The fields of a request that creates an item. */
export type ContentBody = Pick<
  Schemas['ContentCreate'],
  | 'title'
  | 'description'
  | 'platforms'
  | 'accounts'
  | 'media'
  | 'thread'
  | 'first_comment'
  | 'platform_options'
  | 'scheduled_at'
>;

/** The fields of a request that changes an item. */
export type ContentChange = Partial<ContentBody> & Pick<Schemas['ContentUpdate'], 'status'>;

function optionsOf({ platforms, options, otherOptions, thread }: Draft): Item['platform_options'] {
  const chosen = PLATFORMS.filter((platform) => platforms.includes(platform));
  const hasThread = threadOf(thread).length > 0;
  const sent = chosen.map((platform) => {
    // A platform without threads publishes the first post alone.
    const none = hasThread && !describePlatform(platform).hasThreads ? { thread: [] } : {};
    return [platform, { ...otherOptions[platform], ...requestedOptions(options[platform] ?? {}), ...none }] as const;
  });
  return Object.fromEntries(sent.filter(([, each]) => Object.keys(each).length > 0)) as Item['platform_options'];
}

function requestedOptions({ text, files, link, visibility, thread, firstComment }: DraftOptions) {
  return {
    ...(thread === undefined ? {} : { thread: threadOf(thread) }),
    ...(firstComment === undefined ? {} : { first_comment: firstComment || null }),
    ...(text === undefined ? {} : { text }),
    ...(files === undefined ? {} : { media: mediaOf(files) }),
    ...(link?.trim() ? { link: link.trim() } : {}),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

/** Return the item whose posts a preview of a draft shows. */
export function previewedItem(draft: Draft) {
  const { title, text, platforms, accounts } = draft;
  return {
    title,
    description: text || null,
    platforms,
    accounts,
    media: mediaOf(draft.files),
    thread: threadOf(draft.thread),
    first_comment: draft.firstComment || null,
    platform_options: optionsOf(draft),
  };
}

/** Return the body that creates the item of a draft. */
export function createBody(draft: Draft): ContentBody {
  const media = mediaOf(draft.files);
  const thread = threadOf(draft.thread);
  const options = optionsOf(draft);
  return {
    title: titleOf(draft),
    platforms: draft.platforms,
    ...(draft.text ? { description: draft.text } : {}),
    ...(draft.accounts.length > 0 ? { accounts: draft.accounts } : {}),
    ...(media.length > 0 ? { media } : {}),
    ...(thread.length > 0 ? { thread } : {}),
    ...(draft.firstComment ? { first_comment: draft.firstComment } : {}),
    ...(Object.keys(options).length > 0 ? { platform_options: options } : {}),
    ...(draft.timing === 'schedule' && draft.scheduledAt ? { scheduled_at: draft.scheduledAt } : {}),
  };
}

/** Return the body that checks a draft; null while there is nothing to check. A draft of files alone has a placeholder. */
export function checkBody(draft: Draft): ContentBody | null {
  const title = titleOf(draft);
  if (draft.platforms.length === 0 || (title === '' && mediaOf(draft.files).length === 0)) return null;
  return { ...createBody(draft), title: title || 'Untitled' };
}

/** Return the fields of a draft that differ from an item, and that decide what is published. */
export function materialChanges(draft: Draft, item: Item): ContentChange {
  const before = draftOf(item);
  const change: ContentChange = {};
  if (titleOf(draft) !== item.title) change.title = titleOf(draft);
  // The API can change a text, not remove it: the empty one is rejected beside its field.
  if (draft.text !== before.text) change.description = draft.text;
  if (!isSame(draft.platforms, before.platforms)) change.platforms = draft.platforms;
  if (!isSame(draft.accounts, item.accounts)) change.accounts = draft.accounts;
  if (!isSame(mediaOf(draft.files), mediaOf(before.files))) change.media = mediaOf(draft.files);
  if (!isSame(threadOf(draft.thread), threadOf(before.thread))) change.thread = threadOf(draft.thread);
  if (draft.firstComment !== before.firstComment) change.first_comment = draft.firstComment || null;
  if (!isSame(optionsOf(draft), optionsOf(before))) change.platform_options = optionsOf(draft);
  return change;
}

/** Return the body that changes an item into what a draft says, without the fields that stay. */
export function updateBody(draft: Draft, item: Item): ContentChange {
  const change = materialChanges(draft, item);
  // It may have failed after the draft was opened with a time. The API rejects a time then, and the composer asks for none.
  if (isRetried(item.status)) return change;
  if (draft.timing === 'now') return { ...change, status: 'published' };
  if (draft.timing === 'draft') {
    return item.status === 'scheduled' || item.status === 'cancelled' ? { ...change, status: 'draft' } : change;
  }
  const moves = item.status !== 'scheduled' || !isSameInstant(draft.scheduledAt, item.scheduled_at);
  return moves && draft.scheduledAt ? { ...change, scheduled_at: draft.scheduledAt } : change;
}

/** Whether an item already has what a change asks for, as after a response that was lost. */
export function hasChange(item: Item & Pick<Content, 'editable_fields'>, change: ContentChange): boolean {
  const { status, scheduled_at, media, thread, platform_options, ...fields } = change;
  if (status === 'draft' && (item.status === 'scheduled' || item.status === 'cancelled')) return false;
  // What has been sent to a platform gets no other time.
  if (status === 'published' && item.editable_fields.includes('scheduled_at')) return false;
  if (scheduled_at !== undefined && !isSameInstant(scheduled_at, item.scheduled_at)) return false;
  // The API adds the type to a file of the library, and the media of each post to a thread.
  const now = draftOf(item);
  if (media !== undefined && !isSame(media, mediaOf(now.files))) return false;
  if (thread !== undefined && !isSame(thread, threadOf(now.thread))) return false;
  if (platform_options !== undefined && !isSame(platform_options, optionsOf(now))) return false;
  return Object.entries(fields).every(([name, value]) => isSame(value, item[name as keyof Item]));
}

/** Whether a draft has something that its item, or an empty composer, does not. */
export function isChanged(draft: Draft, start: Draft): boolean {
  const typed = (of: Draft) => {
    return { ...previewedItem(of), pending: pendingUploads(of), timing: of.timing, scheduledAt: of.scheduledAt };
  };
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
