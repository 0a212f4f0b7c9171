import type { Schemas } from '../../api/client.ts';
import { joinLabels } from '../../content/label-names.ts';
import { describePlatform, PLATFORMS, type Platform } from '../../platforms.ts';
import { type LocalTime, toLocalTime } from '../../times.ts';
import { type DraftFile, filesOf, isPending } from './draft-files.ts';
import { type DraftPart, partsOf } from './draft-thread.ts';

/** When a post is to be published. */
export type Timing = 'draft' | 'schedule' | 'queue' | 'now';

/** The fields of a content item that the composer edits. */
export type Item = Pick<
  Schemas['Content'],
  | 'title'
  | 'description'
  | 'platforms'
  | 'accounts'
  | 'media'
  | 'thread'
  | 'first_comment'
  | 'platform_options'
  | 'status'
  | 'scheduled_at'
  | 'scheduled_local'
  | 'queue'
  | 'labels'
  | 'campaign'
> & { metadata?: Record<string, string> };

type PlatformOptions = NonNullable<Item['platform_options'][Platform]>;

/** What one platform publishes in place of the fields of all platforms. A field that is undefined replaces nothing. */
export interface DraftOptions {
  text?: string | undefined;
  files?: DraftFile[] | undefined;
  link?: string | undefined;
  visibility?: PlatformOptions['visibility'];
  thread?: DraftPart[] | undefined;
  /** Null for none. */
  firstComment?: string | null | undefined;
}

/** What a person has typed into the composer. */
export interface Draft {
  title: string;
  text: string;
  platforms: Platform[];
  accounts: string[];
  options: Partial<Record<Platform, DraftOptions>>;
  /** The other options of platforms, which the composer does not edit and does not remove. */
  otherOptions: Item['platform_options'];
  files: DraftFile[];
  /** The posts after the first one. */
  thread: DraftPart[];
  /** Empty for none. */
  firstComment: string;
  /** The names of labels, separated by commas. */
  labels: string;
  /** Empty for none. */
  campaign: string;
  timing: Timing;
  /** An ISO 8601 instant. Null while the time is missing or incomplete. */
  scheduledAt: string | null;
  /** The local time that was typed, or that the item has. Null for an item with an instant. */
  scheduledLocal: LocalTime | null;
  /** The id of the queue whose next free slot the post takes, or has. */
  queue: string | null;
  /** The queue that an agent proposes, by its name or id. Null for none. */
  proposedQueue: string | null;
}

/** Return an empty draft, for a time or a queue if one is given, which a person in this time zone plans. */
export function emptyDraft(scheduledAt: string | null, planningZone = 'UTC', queue: string | null = null): Draft {
  const timing = queue ? 'queue' : scheduledAt ? 'schedule' : 'draft';
  const scheduledLocal = scheduledAt === null ? null : toLocalTime(scheduledAt, planningZone);
  const own = { options: {}, otherOptions: {} };
  const parts = { files: [], thread: [], firstComment: '', labels: '', campaign: '' };
  return {
    title: '',
    text: '',
    platforms: [],
    accounts: [],
    ...own,
    ...parts,
    timing,
    scheduledAt,
    scheduledLocal,
    queue,
    proposedQueue: null,
  };
}

/** Return the draft that shows an item. */
export function draftOf(item: Item): Draft {
  const { options, otherOptions } = splitOptions(item);
  return {
    title: item.title,
    text: item.description ?? '',
    platforms: PLATFORMS.filter((platform) => item.platforms.includes(platform)),
    accounts: item.accounts,
    options,
    otherOptions,
    files: filesOf(item.media),
    thread: partsOf(item.thread),
    firstComment: item.first_comment ?? '',
    labels: joinLabels(item.labels),
    campaign: item.campaign ?? '',
    timing: item.status === 'scheduled' ? (item.queue ? 'queue' : 'schedule') : 'draft',
    scheduledAt: item.scheduled_at,
    scheduledLocal: item.scheduled_local,
    queue: item.queue?.id ?? null,
    proposedQueue: item.metadata?.proposed_queue ?? null,
  };
}

/** Separate the options that the composer edits from the others. Both are without platforms that have none. */
function splitOptions({ platform_options }: Item): Pick<Draft, 'options' | 'otherOptions'> {
  const options: Draft['options'] = {};
  const otherOptions: Draft['otherOptions'] = {};
  for (const platform of PLATFORMS) {
    const { text, media, link, visibility, thread, first_comment, ...other } = platform_options[platform] ?? {};
    const own = {
      ...{ text, files: media && filesOf(media), link, visibility, firstComment: first_comment },
      // Without a thread of its own where there are none: a request leaves out that of the item.
      thread: thread && describePlatform(platform).hasThreads ? partsOf(thread) : undefined,
    };
    if (isCustomized(own)) options[platform] = own;
    if (Object.keys(other).length > 0) otherOptions[platform] = other;
  }
  return { options, otherOptions };
}

/** Whether options replace any field. */
export function isCustomized(options: DraftOptions | undefined): boolean {
  return Object.values(options ?? {}).some((value) => value !== undefined);
}

/** Apply a change to each file of a draft, those of its thread and of single platforms included. */
function mapFiles(draft: Draft, change: (file: DraftFile) => DraftFile): Draft {
  const inThread = (thread: DraftPart[]) => thread.map((part) => ({ ...part, files: part.files.map(change) }));
  const options = Object.entries(draft.options).map(([platform, { files, thread, ...own }]) => [
    platform,
    { ...own, ...(files && { files: files.map(change) }), ...(thread && { thread: inThread(thread) }) },
  ]);
  return {
    ...draft,
    files: draft.files.map(change),
    thread: inThread(draft.thread),
    options: Object.fromEntries(options),
  };
}

/** Return a draft in which the rows that wait for an upload reference the file of the library. */
export function withUploaded(draft: Draft, uploadKey: number, { id, content_type }: UploadedFile): Draft {
  const type = content_type?.startsWith('video/') ? 'video' : 'image';
  return mapFiles(draft, (file) => {
    return file.uploadKey === uploadKey ? { ...file, mediaId: id, uploadKey: undefined, type } : file;
  });
}

type UploadedFile = Pick<Schemas['Media'], 'id' | 'content_type'>;

/** List the uploads that rows of a draft wait for, each once. */
export function pendingUploads(draft: Draft): number[] {
  const all: DraftFile[] = [];
  mapFiles(draft, (file) => {
    all.push(file);
    return file;
  });
  return [...new Set(all.filter(isPending).map(({ uploadKey }) => uploadKey!))];
}
