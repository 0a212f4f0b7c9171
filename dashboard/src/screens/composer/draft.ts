import type { Schemas } from '../../api/client.ts';
import { describePlatform, PLATFORMS, type Platform } from '../../platforms.ts';
import { type DraftFile, filesOf, isPending } from './draft-files.ts';
import { type DraftPart, partsOf } from './draft-thread.ts';

/** When a post is to be published. */
export type Timing = 'draft' | 'schedule' | 'now';

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
>;

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
  timing: Timing;
  /** An ISO 8601 instant. Null while the time is missing or incomplete. */
  scheduledAt: string | null;
}

/** Return an empty draft, for a time if one is given. */
export function emptyDraft(scheduledAt: string | null): Draft {
  const timing = scheduledAt ? 'schedule' : 'draft';
  const own = { options: {}, otherOptions: {} };
  const parts = { files: [], thread: [], firstComment: '' };
  return { title: '', text: '', platforms: [], accounts: [], ...own, ...parts, timing, scheduledAt };
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
    timing: item.status === 'scheduled' ? 'schedule' : 'draft',
    scheduledAt: item.scheduled_at,
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
