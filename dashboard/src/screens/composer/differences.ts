import { PLATFORMS, type Platform } from '../../platforms.ts';
import { type Draft, draftOf, type Item } from './draft.ts';
import { type DraftFile, mediaOf } from './draft-files.ts';
import type { DraftPart } from './draft-thread.ts';

/** A field in which a draft and a saved item differ, as text. `platform` is set for a field that it has of its own. */
export interface Difference {
  field: string;
  platform: Platform | null;
  mine: string;
  theirs: string;
}

/** List the fields in which a draft and a saved item differ. */
export function differences(draft: Draft, item: Item, formatTime: (at: string) => string): Difference[] {
  const theirs = draftOf(item);
  const time = ({ timing, scheduledAt }: Draft) =>
    timing === 'schedule' && scheduledAt ? formatTime(scheduledAt) : timing === 'now' ? 'Now' : 'No time';
  const fields: [string, (of: Draft) => string][] = [
    ['Title', ({ title }) => title],
    ['Text', ({ text }) => text],
    ['Platforms', ({ platforms }) => platforms.join(', ')],
    ['Accounts', ({ accounts }) => accounts.join(', ')],
    ['Files', ({ files }) => filesText(files)],
    ['Thread', ({ thread }) => threadText(thread)],
    ['First comment', ({ firstComment }) => firstComment],
    ['Time', time],
  ];
  const rows = fields.map(([field, read]) => ({ field, platform: null, mine: read(draft), theirs: read(theirs) }));
  const own = PLATFORMS.filter((platform) => draft.platforms.includes(platform)).flatMap((platform) => {
    const ownFields: [string, (of: Draft) => string | undefined][] = [
      ['Text for', ({ options }) => options[platform]?.text],
      ['Files for', ({ options }) => ownText(options[platform]?.files, filesText)],
      ['Thread for', ({ options }) => ownText(options[platform]?.thread, threadText)],
      ['First comment for', ({ options }) => ownText(options[platform]?.firstComment, (text) => text ?? '')],
      ['Link for', ({ options }) => options[platform]?.link],
      ['Visibility for', ({ options }) => options[platform]?.visibility],
    ];
    return ownFields.map(([field, read]) => ({
      ...{ field, platform },
      ...{ mine: read(draft) ?? '', theirs: read(theirs) ?? '' },
    }));
  });
  return [...rows, ...own].filter(({ mine, theirs: other }) => mine !== other);
}

function filesText(files: DraftFile[]): string {
  return mediaOf(files)
    .map(({ media_id, url = '', alt }) => `${media_id ?? url}${alt ? ` (${alt})` : ''}`)
    .join('\n');
}

function threadText(thread: DraftPart[]): string {
  return thread.map(({ text, files }) => [text, filesText(files)].filter(Boolean).join('\n')).join('\n\n');
}

function ownText<T>(own: T | undefined, toText: (own: T) => string): string {
  return own === undefined ? 'Same as the post' : toText(own) || 'None';
}
