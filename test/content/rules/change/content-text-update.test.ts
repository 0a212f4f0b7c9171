import { describe, expect, it } from 'vitest';
import { editableFields } from '../../../../lib/content/rules/actions/editable-fields.ts';
import { type ContentUpdate, updateContent } from '../../../../lib/content/rules/change/content-update.ts';
import { CONTENT_STATUSES, type ContentState, type ContentStatus } from '../../../../lib/content/rules/content.ts';
import { retryFailed } from '../../../../lib/content/rules/schedule/scheduling.ts';
import { toTargetView } from '../../../../lib/content/rules/view/content-view.ts';
import type { Platform } from '../../../../lib/platforms/platform.ts';
import { resolveUnconfirmed } from '../../../../lib/publishing/rules/resolve-unconfirmed.ts';
import { catchApiError } from '../../../core/values/thrown-api-error.ts';
import {
  afterOutcomes,
  at,
  draft,
  entryOn,
  idsNamed,
  itemWithStatus,
  NOW_MS,
  scheduled,
  withOutcome,
} from '../items.ts';

/** What a request asks for. */
type Change = Omit<ContentUpdate, 'editedBy'>;

function edited(state: ContentState, change: Change): ContentState | null {
  return updateContent(state, { ...change, editedBy: 'usr_1' }, idsNamed('e'), NOW_MS);
}

const TEXT_CHANGES: [name: string, change: Change][] = [
  ['title', { title: 'New' }],
  ['description', { description: 'New' }],
  ['media', { media: [{ url: 'https://example.com/a.jpg', type: 'image' }] }],
  ['platform_options', { platform_options: { twitter: { text: 'New' } } }],
];

describe('the text of an item', () => {
  const editable = ['draft', 'changes_requested', 'scheduled', 'failed', 'cancelled'] as const;
  const cells = (statuses: readonly ContentStatus[]) =>
    statuses.flatMap((status) =>
      TEXT_CHANGES.map(([name, change]): [string, ContentStatus, Change] => [name, status, change]),
    );

  it.each(cells(editable))('can be changed: %s of an item that is %s', (_name, status, change) => {
    const before = itemWithStatus(status);
    const next = edited(before, change);
    // The link cards of a submission end with an edit.
    const { link_cards: _, ...kept } = before.content;
    const approval = kept.approval && { ...kept.approval, changed_fields: Object.keys(change) };
    expect(next?.content).toEqual({ ...kept, ...change, approval, editors: ['usr_1'], updated_at: at(0) });
  });

  it.each(cells(['pending_approval', 'approved']))(
    'revokes the approval: %s of an item that is %s',
    (_, status, change) => {
      const before = itemWithStatus(status);
      expect(edited(before, change)?.content).toMatchObject({
        ...change,
        status: 'draft',
        editors: ['usr_1'],
        approval: { status: 'not_submitted', decided_by: 'usr_1', decided_at: at(0) },
      });
    },
  );

  const open: readonly string[] = [...editable, 'pending_approval', 'approved'];
  const closed = CONTENT_STATUSES.filter((status) => !open.includes(status));
  const changesWhatIsLive = ([name, status]: [string, ContentStatus, Change]) =>
    status !== 'partially_published' || name === 'description' || name === 'media';
  it.each(cells(closed).filter(changesWhatIsLive))(
    'cannot be changed: %s of an item that is %s',
    (name, status, change) => {
      const { code, detail, extensions } = catchApiError(() => edited(itemWithStatus(status), change));
      expect([code, extensions]).toEqual(['not_editable', { current: status }]);
      expect(detail).toContain(name);
    },
  );

  it.each(['published', 'unconfirmed'] as const)(
    'can be changed for a platform that is still pending, and not for another one that is %s',
    (fate) => {
      const state = withOutcome(scheduled('instagram', 'twitter'), 'instagram', fate);
      expect(state.content.status).toBe('scheduled');
      const pending = { platform_options: { twitter: { text: 'New' } } };
      expect(edited(state, pending)?.content.platform_options).toEqual(pending.platform_options);
      const live = [{ description: 'New' }, { platform_options: { instagram: { text: 'New' } } }];
      for (const change of live) expect(catchApiError(() => edited(state, change)).code).toBe('not_editable');
    },
  );

  it('can be changed without a loss of the sends of the previous text, which other targets must see, but outdates them', () => {
    const sends = [{ key: 'key-of-the-text', sent_at: at(0), ended_at: at(1) }];
    const unconfirmed_send = { sent_at: at(0), last_sent_at: at(0), checks: 1, sends };
    const { content, entries } = scheduled('twitter', 'linkedin');
    const sent = { content, entries: entries.map((entry) => ({ ...entry, unconfirmed_send })) };
    const after = edited(sent, { description: 'Another text' })!;
    const outdated = { ...unconfirmed_send, sends: [{ ...sends[0], is_outdated: true }] };
    expect(after.entries.map((entry) => entry.unconfirmed_send)).toEqual([outdated, outdated]);
  });

  it('can be changed while one platform failed and another is still pending', () => {
    expect(edited(afterOutcomes('failed', 'pending'), { title: 'New' })?.content.title).toBe('New');
  });

  it('can be changed where the item has failed, while it is published on another platform', () => {
    const before = afterOutcomes('published', 'failed');
    const after = edited(before, { platform_options: { twitter: { text: 'New' } } });
    expect(after?.content.platform_options).toEqual({ twitter: { text: 'New' } });
    const live = { platform_options: { instagram: { text: 'New' } } };
    expect(catchApiError(() => edited(before, live)).detail).toContain('published on instagram');
  });

  it.each(CONTENT_STATUSES)('may be sent unchanged: %s', (status) => {
    const before = itemWithStatus(status);
    const { title, platforms, media, platform_options } = before.content;
    expect(edited(before, { title, description: 'Description', platforms, media, platform_options })).toBeNull();
  });

  it('is unchanged when only the key order differs from the stored value', () => {
    const published = itemWithStatus('published');
    const content = {
      ...published.content,
      media: [{ type: 'image' as const, url: 'https://example.com/a.jpg' }],
      platform_options: { twitter: { text: 'T' }, instagram: { text: 'I' } },
    };
    const change: Change = {
      media: [{ url: 'https://example.com/a.jpg', type: 'image' }],
      platform_options: { instagram: { text: 'I' }, twitter: { text: 'T' } },
    };
    expect(edited({ ...published, content }, change)).toBeNull();
  });
});

describe('the platforms of an item', () => {
  const unscheduled = ['draft', 'pending_approval', 'changes_requested', 'approved', 'cancelled', 'failed'] as const;
  it.each(unscheduled)('can be changed while it is %s', (status) => {
    expect(edited(itemWithStatus(status), { platforms: ['linkedin'] })?.content.platforms).toEqual(['linkedin']);
  });

  const closed = CONTENT_STATUSES.filter((status) => !(unscheduled as readonly string[]).includes(status));
  it.each(closed)('cannot be changed while it is %s', (status) => {
    expect(catchApiError(() => edited(itemWithStatus(status), { platforms: ['linkedin'] })).code).toBe('not_editable');
  });

  it('are scheduled by a time in the same change', () => {
    const next = edited(draft('instagram'), { platforms: ['linkedin', 'twitter'], scheduled_at: at(60) });
    expect(next?.entries.map((entry) => entry.platform)).toEqual(['linkedin', 'twitter']);
  });
});

describe('the text of a post that is retried, and may be live', () => {
  function retried(platform: Platform): ContentState {
    const sent = withOutcome(scheduled(platform), platform, 'unconfirmed');
    const reported = resolveUnconfirmed(sent.content, entryOn(sent, platform), { outcome: 'failed' }, NOW_MS)!;
    return retryFailed(reported.content, idsNamed('retry'), NOW_MS);
  }
  const change = { description: 'New' };

  it('cannot be changed on Bluesky, where the retry looks for the earlier text', () => {
    expect(editableFields(retried('bluesky').content)).not.toContain('description');
    const { code, detail } = catchApiError(() => edited(retried('bluesky'), change));
    expect([code, detail]).toEqual([
      'not_editable',
      'The fields description cannot be changed while the item is pending on bluesky.',
    ]);
    expect(edited(retried('bluesky'), { title: 'New' })).not.toBeNull();
  });

  it('can be changed on Bluesky once the retry is cancelled, and the target says that a post may be the second', () => {
    const { content } = edited(edited(retried('bluesky'), { status: 'cancelled' })!, change)!;
    expect(toTargetView(content, content.targets.bluesky!)).toMatchObject({ retry_may_duplicate: true });
  });

  it('can be changed elsewhere, because the target has said so before the retry', () => {
    expect(edited(retried('twitter'), change)?.content).toMatchObject(change);
  });
});
