import { hasRule, type Violation } from './content-rules.ts';
import type { FollowingPart, Post } from './kit/definition/platform-definition.ts';
import { normalizeForComparison } from './kit/text/normalize-text.ts';
import { PLATFORM_TABLE, type Platform } from './platforms.ts';

/** A part of an item: the post, a further post of its thread, or its first comment. */
type Part = Pick<Post, 'text'> & { kind: FollowingPart['kind'] | 'post' };

/** A violation of a part; `part` is its position, 0 for the post. */
type ThreadViolation = Violation & { part: number; kind: Part['kind'] };

/** Find the rules about all parts together that an item breaks: threads at all, and parts with the same text. */
export function findThreadViolations(platform: Platform, parts: Part[]): ThreadViolation[] {
  const { displayName } = PLATFORM_TABLE[platform];
  if (hasRule(platform, 'thread_unsupported')) {
    const part = parts.findIndex(({ kind }) => kind === 'reply');
    const labels = { platform, code: 'thread_unsupported', field: 'thread', index: null, isMissing: false } as const;
    const detail = `Threads are not supported on ${displayName}. To publish only the first post, set thread in its platform_options to [].`;
    return part < 0 ? [] : [{ ...labels, detail, part, kind: 'reply' }];
  }
  if (!hasRule(platform, 'duplicate_part')) return [];
  const texts = parts.map(({ text }) => normalizeForComparison(text));
  return parts.flatMap(({ kind }, part): ThreadViolation[] => {
    if (texts[part] === '' || texts.indexOf(texts[part]!) === part) return [];
    const labels = { platform, code: 'duplicate_part', field: 'text', index: null, isMissing: false } as const;
    const detail = `${displayName} rejects duplicate posts, and another part of this item has the same text.`;
    return [{ ...labels, detail, part, kind }];
  });
}
