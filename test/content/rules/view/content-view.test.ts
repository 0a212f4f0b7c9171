import { describe, expect, it } from 'vitest';
import { toContentView } from '../../../../lib/content/rules/view/content-view.ts';
import { unresolved } from '../../events/content-changes.ts';
import { afterOutcomes, at, DECLINED, scheduled } from '../items.ts';

describe('toContentView', () => {
  it('has the fields of docs/reference/content.md', () => {
    const { content } = afterOutcomes('published', 'failed');
    expect(toContentView(content)).toMatchObject({
      id: 'cnt_1',
      title: 'Title',
      description: 'Description',
      status: 'partially_published',
      platforms: ['instagram', 'twitter'],
      scheduled_at: at(3600),
      created_at: at(0),
      updated_at: at(3600),
      targets: [
        { platform: 'instagram', status: 'published', platform_post_id: 'post-instagram' },
        { platform: 'twitter', status: 'failed', error: DECLINED },
      ],
    });
  });

  it('shows when an unconfirmed target is checked next, and no internal state', () => {
    const [, target] = toContentView(afterOutcomes('published', 'unconfirmed').content).targets as object[];
    expect(target).toMatchObject({ status: 'unconfirmed', next_check_at: at(3605) });
    expect(target).not.toHaveProperty('unconfirmed_send');
  });

  it('shows null as the next check of an unconfirmed target after the last check', () => {
    const [, target] = toContentView(unresolved(afterOutcomes('published', 'unconfirmed')).content).targets as object[];
    expect(target).toMatchObject({ status: 'unconfirmed', next_check_at: null });
  });

  it('shows no internal fields', () => {
    const shown = Object.keys(toContentView(scheduled('twitter').content));
    expect(shown.filter((name) => /version|workspace|idle|last_|created_by/.test(name))).toEqual([]);
  });
});
