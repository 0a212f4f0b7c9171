import { describe, expect, it } from 'vitest';
import { textFor } from '../../dashboard/src/content/post-text.ts';
import { differences } from '../../dashboard/src/screens/composer/differences.ts';
import {
  type Draft,
  draftOf,
  emptyDraft,
  type Item,
  isCustomized,
  pendingUploads,
  withUploaded,
} from '../../dashboard/src/screens/composer/draft.ts';
import {
  checkBody,
  createBody,
  hasChange,
  isChanged,
  materialChanges,
  previewedItem,
  updateBody,
} from '../../dashboard/src/screens/composer/draft-request.ts';
import { type DraftPart, partPointer } from '../../dashboard/src/screens/composer/draft-thread.ts';
import './english.ts';

const AT = '2026-12-24T09:30:00.000Z';

type SavedItem = Parameters<typeof hasChange>[0];

const item = (fields: Partial<SavedItem> = {}): SavedItem => ({
  title: 'Title',
  description: 'Text',
  platforms: ['linkedin', 'twitter'],
  accounts: [],
  media: [{ url: 'https://example.com/a.jpg', type: 'image', alt: 'A jacket' }],
  thread: [],
  first_comment: null,
  platform_options: { twitter: { text: 'For X' } },
  labels: [],
  campaign: null,
  status: 'draft',
  scheduled_at: null,
  scheduled_local: null,
  queue: null,
  editable_fields: ['title', 'scheduled_at'],
  ...fields,
});

const draft = (fields: Partial<Draft> = {}): Draft => ({ ...draftOf(item()), ...fields });

describe('createBody', () => {
  it('leaves out what is empty', () => {
    expect(createBody({ ...emptyDraft(null), title: 'T', platforms: ['twitter'] })).toEqual({
      title: 'T',
      platforms: ['twitter'],
    });
  });

  it('leaves out blank rows of files, and the texts of platforms that are not chosen', () => {
    const files = [
      { key: 0, url: ' ', alt: '', type: 'image' as const },
      { key: 1, url: 'https://example.com/b.jpg ', alt: ' ', type: 'image' as const },
    ];
    const body = createBody(draft({ files, platforms: ['linkedin'] }));
    expect(body.media).toEqual([{ url: 'https://example.com/b.jpg', type: 'image' }]);
    expect(body.platform_options).toBeUndefined();
  });

  it('has the time only when the post is to be scheduled', () => {
    expect(createBody(draft({ timing: 'draft', scheduledAt: AT }))).not.toHaveProperty('scheduled_at');
    expect(createBody(draft({ timing: 'schedule', scheduledAt: AT })).scheduled_at).toBe(AT);
  });
});

describe('checkBody', () => {
  it('is null without a platform, and without a text and a file', () => {
    expect(checkBody(draft({ platforms: [] }))).toBeNull();
    expect(checkBody({ ...emptyDraft(null), platforms: ['twitter'] })).toBeNull();
  });

  it('checks files that have no text yet', () => {
    expect(checkBody(draft({ title: '', text: '' }))).toMatchObject({ title: 'Untitled', media: item().media });
  });
});

describe('a platform with fields of its own', () => {
  const own = {
    text: 'For LinkedIn',
    media: [{ media_id: 'med_1', type: 'image' as const, alt: 'A sea' }],
    visibility: 'connections' as const,
  };

  it('returns the options that it was read from', () => {
    const read = item({ platform_options: { linkedin: own, bluesky: { link: 'https://example.com' } } });
    expect(updateBody(draftOf(read), read)).toEqual({});
    expect(createBody({ ...draftOf(read), platforms: ['linkedin'] }).platform_options).toEqual({
      linkedin: { ...own, media: [{ media_id: 'med_1', alt: 'A sea' }] },
    });
  });

  it('has no files when its list is empty, and those of the item without a list', () => {
    const { platform_options } = createBody(draft({ options: { twitter: { files: [] }, linkedin: { text: 'L' } } }));
    expect(platform_options).toEqual({ twitter: { media: [] }, linkedin: { text: 'L' } });
  });

  it('does not send options whose fields were all removed', () => {
    const options = { twitter: { text: undefined, link: ' ', files: undefined } };
    expect(createBody(draft({ options })).platform_options).toBeUndefined();
    expect(isCustomized(options.twitter)).toBe(true);
    expect(isCustomized({ text: undefined })).toBe(false);
  });

  it('preserves the options that the composer does not edit', () => {
    const read = item({ platform_options: { twitter: { text: 'X', reply_settings: 'following' } as object } });
    const changed = { ...draftOf(read), options: { twitter: { text: 'New' } } };
    expect(updateBody(changed, read)).toEqual({
      platform_options: { twitter: { text: 'New', reply_settings: 'following' } },
    });
  });
});

describe('a draft with a thread', () => {
  const post = (text: string, key = 0): DraftPart => ({ key, text, files: [] });
  const image = { media_id: 'med_1', type: 'image' as const, alt: 'A sea' };

  it('returns the thread and the comment that it was read from', () => {
    const read = item({
      thread: [{ text: 'Two', media: [image] }],
      first_comment: 'A comment',
      platform_options: {
        linkedin: { thread: [] },
        twitter: { thread: [{ text: 'X', media: [] }], first_comment: null },
      },
    });
    expect(updateBody(draftOf(read), read)).toEqual({});
    expect(createBody(draftOf(read))).toMatchObject({
      thread: [{ text: 'Two', media: [{ media_id: 'med_1', alt: 'A sea' }] }],
      first_comment: 'A comment',
      platform_options: { linkedin: { thread: [] }, twitter: { thread: [{ text: 'X' }], first_comment: null } },
    });
  });

  it('leaves out the thread on platforms that have none, and blank posts everywhere', () => {
    const body = createBody(draft({ options: {}, thread: [post('Two'), post(' ', 1)] }));
    expect(body.thread).toEqual([{ text: 'Two' }]);
    expect(body.platform_options).toEqual({ linkedin: { thread: [] } });
    expect(createBody(draft({ options: {}, thread: [post('')] }))).not.toHaveProperty('platform_options');
  });

  it('removes the thread and the comment of the item', () => {
    const read = item({ thread: [{ text: 'Two', media: [] }], first_comment: 'A comment', platform_options: {} });
    const change = updateBody({ ...draftOf(read), thread: [], firstComment: '' }, read);
    expect(change).toMatchObject({ thread: [], first_comment: null });
  });

  it('recognizes its change, although the API adds the media of each post', () => {
    const now = item({ thread: [{ text: 'Two', media: [] }] });
    expect(hasChange(now, { thread: [{ text: 'Two' }] })).toBe(true);
    expect(hasChange(now, { thread: [{ text: 'Three' }] })).toBe(false);
  });

  it('waits for the uploads of its posts', () => {
    const file = { key: 0, uploadKey: 7, url: '', alt: '', type: 'image' as const };
    const uploading = draft({ thread: [{ ...post('Two'), files: [file] }] });
    expect(pendingUploads(uploading)).toEqual([7]);
    expect(createBody(withUploaded(uploading, 7, { id: 'med_7', content_type: 'image/png' })).thread).toEqual([
      { text: 'Two', media: [{ media_id: 'med_7' }] },
    ]);
  });

  it('names the position of a post among those that are sent', () => {
    const thread = [post('', 4), post('Two', 5)];
    expect(thread.map(({ key }) => partPointer(thread, key, '/thread'))).toEqual([null, '/thread/0']);
  });
});

describe('a file that is being uploaded', () => {
  const pending = (uploadKey: number, key = 0) => ({ key, uploadKey, url: '', alt: 'A sea', type: 'image' as const });

  it('is not sent, and is a change', () => {
    const uploading = draft({ files: [...draft().files, pending(7, 1)] });
    expect(createBody(uploading).media).toHaveLength(1);
    expect(isChanged(uploading, draft())).toBe(true);
  });

  it('is referenced in every list that waits for it, once it is ready', () => {
    const uploading = draft({ files: [pending(7)], options: { twitter: { files: [pending(7), pending(8, 1)] } } });
    expect(pendingUploads(uploading)).toEqual([7, 8]);
    const ready = withUploaded(uploading, 7, { id: 'med_7', content_type: 'video/mp4' });
    expect(pendingUploads(ready)).toEqual([8]);
    expect(ready.files[0]!.type).toBe('video');
    expect(createBody(ready)).toMatchObject({
      media: [{ media_id: 'med_7', alt: 'A sea' }],
      platform_options: { twitter: { media: [{ media_id: 'med_7', alt: 'A sea' }] } },
    });
  });
});

describe('previewedItem', () => {
  it('is what is published: the own text, the common text, then the title', () => {
    expect(textFor(previewedItem(draft()), 'twitter')).toBe('For X');
    expect(textFor(previewedItem(draft()), 'linkedin')).toBe('Text');
    expect(textFor(previewedItem(draft({ text: '' })), 'linkedin')).toBe('Title');
  });
});

describe('updateBody', () => {
  it.each(['failed', 'partially_published'] as const)(
    'asks for no time and no status of an item that has become %s',
    (status) => {
      const now = item({ status, scheduled_at: AT });
      const typed = draft({ text: 'Corrected', timing: 'schedule', scheduledAt: AT });
      expect(updateBody(typed, now)).toEqual({ description: 'Corrected' });
      expect(updateBody({ ...typed, timing: 'now' }, now)).toEqual({ description: 'Corrected' });
    },
  );

  it('is empty for an item that was not changed', () => {
    expect(updateBody(draft(), item())).toEqual({});
    const scheduled = item({ status: 'scheduled', scheduled_at: AT });
    expect(updateBody(draftOf(scheduled), scheduled)).toEqual({});
  });

  it('has only the fields that changed', () => {
    expect(updateBody(draft({ title: 'New', options: {} }), item())).toEqual({ title: 'New', platform_options: {} });
    expect(updateBody(draft({ files: [] }), item())).toEqual({ media: [] });
  });

  it('sends an emptied text, so that the API rejects it beside its field', () => {
    expect(updateBody(draft({ text: '' }), item())).toEqual({ description: '' });
  });

  it('schedules, moves and unschedules', () => {
    const scheduled = item({ status: 'scheduled', scheduled_at: AT });
    const later = '2026-12-25T09:30:00.000Z';
    expect(updateBody(draft({ timing: 'schedule', scheduledAt: AT }), item())).toEqual({ scheduled_at: AT });
    expect(updateBody({ ...draftOf(scheduled), scheduledAt: later }, scheduled)).toEqual({ scheduled_at: later });
    expect(updateBody({ ...draftOf(scheduled), timing: 'draft' }, scheduled)).toEqual({ status: 'draft' });
  });

  it('takes a post out of its queue when it is planned at the time of its slot', () => {
    const queued = item({ status: 'scheduled', scheduled_at: AT, queue: { id: 'que_1', slot_at: AT, held: false } });
    expect(updateBody({ ...draftOf(queued), timing: 'schedule' }, queued)).toEqual({ queue: null });
    expect(hasChange(queued, { queue: null })).toBe(false);
    expect(hasChange({ ...queued, queue: null }, { queue: null })).toBe(true);
  });

  it('publishes at once together with the edit', () => {
    expect(updateBody(draft({ title: 'New', timing: 'now' }), item())).toEqual({ title: 'New', status: 'published' });
  });
});

describe('materialChanges', () => {
  it('does not contain the time', () => {
    expect(materialChanges(draft({ timing: 'schedule', scheduledAt: AT }), item())).toEqual({});
  });
});

describe('hasChange', () => {
  it('recognizes the change whose response was lost', () => {
    const change = { description: 'New', scheduled_at: '2026-12-24T09:30:00Z' };
    expect(hasChange(item({ description: 'New', status: 'scheduled', scheduled_at: AT }), change)).toBe(true);
    expect(hasChange(item({ description: 'Other', status: 'scheduled', scheduled_at: AT }), change)).toBe(false);
    expect(hasChange(item({ description: 'New' }), change)).toBe(false);
  });

  it('takes an item that has been sent for published', () => {
    expect(hasChange(item({ status: 'publishing', editable_fields: [] }), { status: 'published' })).toBe(true);
    expect(hasChange(item({ status: 'draft' }), { status: 'published' })).toBe(false);
  });

  it('does not take a scheduled item for unscheduled', () => {
    expect(hasChange(item({ status: 'scheduled' }), { status: 'draft' })).toBe(false);
  });
});

describe('hasChange with files of the library', () => {
  it('recognizes them by their ids, although the API adds their types', () => {
    const media = [{ media_id: 'med_1', type: 'image' as const }];
    expect(hasChange(item({ media }), { media: [{ media_id: 'med_1' }] })).toBe(true);
    expect(hasChange(item({ media }), { media: [{ media_id: 'med_2' }] })).toBe(false);
  });
});

describe('isChanged', () => {
  it('ignores a blank row of a file', () => {
    const files = [...draft().files, { key: 9, url: '', alt: '', type: 'image' as const }];
    expect(isChanged(draft({ files }), draft())).toBe(false);
    expect(isChanged(draft({ text: 'New' }), draft())).toBe(true);
  });
});

describe('differences', () => {
  const rows = (mine: Draft, theirs: Item) => differences(mine, theirs, { timeOf: (at) => at, accountOf: (id) => id });

  it('lists nothing for equal content', () => {
    expect(rows(draft(), item())).toEqual([]);
  });

  it('lists each field that differs, with both values', () => {
    const theirs = item({ title: 'Theirs', platform_options: {}, status: 'scheduled', scheduled_at: AT });
    expect(rows(draft(), theirs)).toEqual([
      { field: 'Title', mine: 'Title', theirs: 'Theirs' },
      { field: 'Time', mine: 'No time', theirs: AT },
      { field: 'Text for X', mine: 'For X', theirs: '' },
    ]);
  });

  it('lists the fields that a platform has of its own', () => {
    const media = [{ media_id: 'med_1', type: 'image' as const, alt: 'A sea' }];
    const theirs = item({
      platform_options: { twitter: { text: 'For X', media }, linkedin: { visibility: 'connections' } },
    });
    expect(rows(draft(), theirs)).toEqual([
      { field: 'Files for X', mine: 'Same as the post', theirs: 'med_1 (A sea)' },
      { field: 'Visibility on LinkedIn', mine: '', theirs: 'connections' },
    ]);
  });
});

describe('labels and campaign of a draft', () => {
  const named = item({ labels: ['News', 'Tips'], campaign: 'Spring' });

  it('are sent when they are changed only, each name once', () => {
    expect(updateBody(draftOf(named), named)).toEqual({});
    const changed = { ...draftOf(named), labels: ' News,, new ,NEWS', campaign: ' ' };
    expect(updateBody(changed, named)).toEqual({ labels: ['News', 'new'], campaign: null });
    expect(createBody(changed)).toMatchObject({ labels: ['News', 'new'] });
    expect(createBody(changed)).not.toHaveProperty('campaign');
  });

  it('are not sent for a name with a comma that stays', () => {
    const apart = item({ labels: ['News, daily', 'Tips'] });
    expect(updateBody({ ...draftOf(apart), text: 'Edited' }, apart)).toEqual({ description: 'Edited' });
  });

  it('are shown where they differ from what another member saved', () => {
    const theirs = item({ labels: ['Legal: hold'], campaign: 'Autumn' });
    expect(differences(draftOf(named), theirs, { timeOf: String, accountOf: String })).toEqual([
      { field: 'Labels', mine: 'News, Tips', theirs: 'Legal: hold' },
      { field: 'Campaign', mine: 'Spring', theirs: 'Autumn' },
    ]);
  });

  it('change the draft, and nothing that needs an approval', () => {
    const changed = { ...draftOf(named), labels: 'Tips' };
    expect(isChanged(changed, draftOf(named))).toBe(true);
    expect(materialChanges(changed, named)).toEqual({});
    expect(hasChange(named, { labels: ['news', 'TIPS'], campaign: 'spring' })).toBe(true);
    expect(hasChange(named, { labels: ['News'] })).toBe(false);
  });
});
