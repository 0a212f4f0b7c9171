import { describe, expect, it } from 'vitest';
import { isTextEditable } from '../../dashboard/src/content/edit-obstacle.ts';
import { followingParts, partName, type Threads } from '../../dashboard/src/content/post-parts.ts';
import { duplicateTexts, retryTexts } from '../../dashboard/src/screens/posts/retry-texts.ts';
import { timelineOf } from '../../dashboard/src/screens/posts/timeline.ts';
import './english.ts';

const item = (platform_options: Threads['platform_options'] = {}): Threads => {
  return { thread: [{ text: 'Two' }], first_comment: 'A comment', platform_options };
};
const textsOn = (of: Threads, platform: 'twitter' | 'linkedin') => followingParts(of, platform).map(({ text }) => text);

describe('followingParts', () => {
  it('is the thread, then the first comment', () => {
    expect(textsOn(item(), 'twitter')).toEqual(['Two', 'A comment']);
  });

  it('has no thread on a platform without threads', () => {
    expect(textsOn(item(), 'linkedin')).toEqual(['A comment']);
  });

  it('prefers what the platform has of its own, and nothing is something', () => {
    expect(textsOn(item({ twitter: { thread: [{ text: 'X' }], first_comment: null } }), 'twitter')).toEqual(['X']);
    expect(textsOn(item({ twitter: { thread: [] } }), 'twitter')).toEqual(['A comment']);
  });
});

describe('partName', () => {
  it('counts the post as the first one', () => {
    const names = [partName('post', 0), partName('reply', 1), partName('comment', 2)];
    expect(names).toEqual(['Post', 'Post 2', 'First comment']);
  });
});

describe('isTextEditable', () => {
  it('is true for what is left of a thread, and not for the time alone', () => {
    expect(isTextEditable({ editable_fields: ['thread'] })).toBe(true);
    expect(isTextEditable({ editable_fields: ['scheduled_at'] })).toBe(false);
  });
});

describe('duplicateTexts', () => {
  it('name each platform whose post may be live already, once', () => {
    expect(duplicateTexts(['X', 'LinkedIn', 'X'])?.confirmation).toBe('I have checked that it is not on X, LinkedIn');
    expect(duplicateTexts([])).toBeNull();
  });
});

describe('retryTexts', () => {
  it('resumes when every target was interrupted, and retries otherwise', () => {
    expect(retryTexts(0, 1)).toMatchObject({ title: 'Resume the thread?', done: 'The thread is resumed.' });
    expect(retryTexts(0, 2)).toMatchObject({ title: 'Resume the 2 threads?', done: 'The 2 threads are resumed.' });
    expect(retryTexts(1, 0).title).toBe('Retry the failed target?');
    expect(retryTexts(1, 1).title).toBe('Retry the 2 targets?');
  });
});

describe('the timeline of a thread', () => {
  it('names the part that was confirmed, and no other detail', () => {
    const at = '2026-11-20T09:30:00.000Z';
    const timeline = [
      { type: 'confirmed', at, detail: '1' },
      { type: 'failed', at, detail: 'rejected' },
    ];
    const times = { scheduled_at: at, published_at: null, next_check_at: null };
    const rows = timelineOf({ status: 'partially_published', ...times, timeline, timeline_omitted: 0 });
    expect(rows.map(({ detail }) => detail)).toEqual(['part 2', 'rejected']);
  });
});
