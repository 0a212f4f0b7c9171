import type { ContentCreate, MediaItem } from '../../typescript/src/types.ts';
import type { RequestedTime } from './times.ts';

const MAX_TITLE = 300;

/** What a person gives for a post, by `cis post` or in a row of a plan. */
export interface Draft {
  text: string;
  title?: string | undefined;
  platforms: string[];
  accounts: string[];
  thread: string[];
  firstComment?: string | undefined;
}

/** Build the body of a new item. The text is the title, too, if it is short enough. */
export function bodyOf(draft: Draft, media: MediaItem[], scheduledAt: RequestedTime | undefined): ContentCreate {
  const { text, platforms, accounts, thread, firstComment } = draft;
  const title = draft.title ?? titleOf(text);
  return {
    title,
    platforms: platforms as ContentCreate['platforms'],
    ...(title !== text && { description: text }),
    ...(accounts.length > 0 && { accounts }),
    ...(media.length > 0 && { media }),
    ...(thread.length > 0 && { thread: thread.map((part) => ({ text: part })) }),
    ...(firstComment !== undefined && { first_comment: firstComment }),
    ...(scheduledAt !== undefined && { scheduled_at: scheduledAt }),
  };
}

function titleOf(text: string): string {
  const line = text.split('\n')[0]!.trim() || text.trim();
  const isWhole = line === text && text.length <= MAX_TITLE;
  // A title is for lists: of a longer text it is the beginning.
  return isWhole || line.length <= 100 ? line : `${[...line].slice(0, 99).join('')}…`;
}
