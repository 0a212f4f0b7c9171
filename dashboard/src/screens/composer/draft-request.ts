import type { Schemas } from '../../api/client.ts';
import type { Content } from '../../content/content.ts';
import { parseLabels } from '../../content/label-names.ts';
import { describePlatform, PLATFORMS } from '../../platforms.ts';
import type { RequestedTime } from '../../times.ts';
import { type Draft, type DraftOptions, draftOf, type Item, pendingUploads } from './draft.ts';
import { mediaOf } from './draft-files.ts';
import { threadOf } from './draft-thread.ts';
import { titleOf } from './draft-title.ts';
import { isRetried } from './rules.ts';

/** The fields of a request that creates an item. */
export type ContentBody = Pick<
  Schemas['ContentValidate'],
  | 'title'
  | 'description'
  | 'platforms'
  | 'accounts'
  | 'media'
  | 'thread'
  | 'first_comment'
  | 'platform_options'
  | 'scheduled_at'
  | 'labels'
  | 'campaign'
> &
  Pick<Schemas['ContentCreate'], 'queue'>;

/** The fields of a request that changes an item. */
export type ContentChange = Omit<Partial<ContentBody>, 'queue'> & Pick<Schemas['ContentUpdate'], 'status' | 'queue'>;

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
    ...planningOf(draft),
    ...(draft.timing === 'schedule' && draft.scheduledAt ? { scheduled_at: timeOf(draft) } : {}),
    ...(draft.timing === 'queue' && draft.queue ? { queue: draft.queue } : {}),
  };
}

/** Return the labels and the campaign of a draft, without those that it has none of. */
function planningOf({ labels, campaign }: Draft): Pick<ContentBody, 'labels' | 'campaign'> {
  const names = parseLabels(labels);
  return { ...(names.length > 0 ? { labels: names } : {}), ...(campaign.trim() ? { campaign: campaign.trim() } : {}) };
}

/** Return the body that checks a draft; null while there is nothing to check. A draft of files alone has a placeholder. */
export function checkBody(draft: Draft): ContentBody | null {
  const title = titleOf(draft);
  if (draft.platforms.length === 0 || (title === '' && mediaOf(draft.files).length === 0)) return null;
  // Whether a slot is free is known when it is claimed.
  const { queue: _, ...body } = createBody(draft);
  return { ...body, title: title || 'Untitled' };
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
  if (!isSame(parseLabels(draft.labels), item.labels)) change.labels = parseLabels(draft.labels);
  if (draft.campaign.trim() !== (item.campaign ?? '')) change.campaign = draft.campaign.trim() || null;
  // It may have failed after the draft was opened with a time. The API rejects a time then, and the composer asks for none.
  if (isRetried(item.status)) return change;
  if (draft.timing === 'now') return { ...change, status: 'published' };
  if (draft.timing === 'draft') {
    return item.status === 'scheduled' || item.status === 'cancelled' ? { ...change, status: 'draft' } : change;
  }
  if (draft.timing === 'queue') {
    const isQueued = item.status === 'scheduled' && item.queue?.id === draft.queue;
    return isQueued || !draft.queue ? change : { ...change, queue: draft.queue };
  }
  const moves = item.status !== 'scheduled' || !isSameInstant(draft.scheduledAt, item.scheduled_at);
  if (moves) return draft.scheduledAt ? { ...change, scheduled_at: timeOf(draft) } : change;
  return item.queue === null ? change : { ...change, queue: null };
}

/** Whether an item already has what a change asks for, as after a response that was lost. */
export function hasChange(item: Item & Pick<Content, 'editable_fields'>, change: ContentChange): boolean {
  const { status, scheduled_at, queue, media, thread, platform_options, labels, campaign, ...fields } = change;
  // The API returns the names that labels have had before, which may differ in case.
  const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
  if (labels && !isSameName(labels.join(), item.labels.join())) return false;
  if (campaign !== undefined && !isSameName(campaign ?? '', item.campaign ?? '')) return false;
  if (status === 'draft' && (item.status === 'scheduled' || item.status === 'cancelled')) return false;
  // What has been sent to a platform gets no other time.
  if (status === 'published' && item.editable_fields.includes('scheduled_at')) return false;
  if (scheduled_at !== undefined && !isTimeOf(item, scheduled_at)) return false;
  if (queue !== undefined && queue !== (item.queue?.id ?? null)) return false;
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
    const planned = { labels: parseLabels(of.labels), campaign: of.campaign.trim() };
    return {
      ...previewedItem(of),
      ...planned,
      pending: pendingUploads(of),
      timing: of.timing,
      scheduledAt: of.scheduledAt,
      queue: of.queue,
    };
  };
  return !isSame(typed(draft), typed(start));
}

function timeOf({ scheduledAt, scheduledLocal }: Draft): RequestedTime {
  return scheduledLocal ?? scheduledAt!;
}

function isTimeOf({ scheduled_at, scheduled_local }: Item, requested: RequestedTime): boolean {
  if (typeof requested === 'string') return isSameInstant(requested, scheduled_at);
  return isSame(requested, scheduled_local);
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
