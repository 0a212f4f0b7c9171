import { t } from '../language/texts.ts';
import { describePlatform, type Platform } from '../platforms.ts';
import type { ShownMedia } from './media-view.tsx';

/** A post of a thread after the first one. */
interface ThreadPost {
  text: string;
  media?: ShownMedia[];
}

/** What decides what follows the post of an item on each platform. */
export interface Threads {
  thread: ThreadPost[];
  first_comment: string | null;
  platform_options: Partial<Record<Platform, { thread?: ThreadPost[]; first_comment?: string | null }>>;
}

/** What follows a post: a further post of its thread, or its first comment. */
export interface FollowingPart {
  kind: 'reply' | 'comment';
  text: string;
  media: ShownMedia[];
}

/** List what follows the post of an item on a platform, in the order of publication: its thread, then its first comment. */
export function followingParts(item: Threads, platform: Platform): FollowingPart[] {
  const { thread = item.thread, first_comment = item.first_comment } = item.platform_options[platform] ?? {};
  const posts = describePlatform(platform).hasThreads ? thread : [];
  const replies = posts.map(({ text, media = [] }): FollowingPart => ({ kind: 'reply', text, media }));
  return first_comment === null ? replies : [...replies, { kind: 'comment', text: first_comment, media: [] }];
}

/** Name a part by its kind and its position, 0 for the post. */
export function partName(kind: 'post' | 'reply' | 'comment', index: number): string {
  if (kind === 'comment') return t('content.firstComment');
  return kind === 'post' ? t('words.post') : t('content.furtherPart', { number: index + 1 });
}
