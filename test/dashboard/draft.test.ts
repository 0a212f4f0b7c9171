import { describe, expect, it } from 'vitest';
import { textFor } from '../../dashboard/src/content/post-text.ts';
import { differences } from '../../dashboard/src/screens/composer/differences.ts';
import {
  checkBody,
  createBody,
  type Draft,
  draftOf,
  emptyDraft,
  hasChange,
  type Item,
  imagePointer,
  isChanged,
  materialChanges,
  previewedItem,
  updateBody,
} from '../../dashboard/src/screens/composer/draft.ts';

const AT = '2026-12-24T09:30:00.000Z';

const item = (fields: Partial<Item> = {}): Item => ({
  title: 'Title',
  description: 'Text',
  platforms: ['linkedin', 'twitter'],
  accounts: [],
  media: [{ url: 'https://example.com/a.jpg', type: 'image', alt: 'A jacket' }],
  platform_options: { twitter: { text: 'For X' } },
  status: 'draft',
  scheduled_at: null,
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

  it('leaves out blank rows of images, and the texts of platforms that are not chosen', () => {
    const images = [
      { key: 0, url: ' ', alt: '', type: 'image' as const },
      { key: 1, url: 'https://example.com/b.jpg ', alt: ' ', type: 'image' as const },
    ];
    const body = createBody(draft({ images, platforms: ['linkedin'] }));
    expect(body.media).toEqual([{ url: 'https://example.com/b.jpg', type: 'image' }]);
    expect(body.platform_options).toBeUndefined();
  });

  it('has the time only when the post is to be scheduled', () => {
    expect(createBody(draft({ timing: 'draft', scheduledAt: AT }))).not.toHaveProperty('scheduled_at');
    expect(createBody(draft({ timing: 'schedule', scheduledAt: AT })).scheduled_at).toBe(AT);
  });
});

describe('checkBody', () => {
  it('is null without a platform or without any text', () => {
    expect(checkBody(draft({ platforms: [] }))).toBeNull();
    expect(checkBody({ ...emptyDraft(null), platforms: ['twitter'] })).toBeNull();
  });

  it('checks a text that has no title yet', () => {
    expect(checkBody(draft({ title: '' }))).toMatchObject({ title: 'Untitled', description: 'Text' });
  });
});

describe('imagePointer', () => {
  it('counts only the rows that are sent', () => {
    const images = [
      { key: 3, url: '', alt: '', type: 'image' as const },
      { key: 5, url: 'https://example.com/b.jpg', alt: '', type: 'image' as const },
    ];
    expect(imagePointer(draft({ images }), 5)).toBe('/media/0');
    expect(imagePointer(draft({ images }), 3)).toBeNull();
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
  it('is empty for an item that was not changed', () => {
    expect(updateBody(draft(), item())).toEqual({});
    const scheduled = item({ status: 'scheduled', scheduled_at: AT });
    expect(updateBody(draftOf(scheduled), scheduled)).toEqual({});
  });

  it('has only the fields that changed', () => {
    expect(updateBody(draft({ title: 'New', overrides: {} }), item())).toEqual({ title: 'New', platform_options: {} });
    expect(updateBody(draft({ images: [] }), item())).toEqual({ media: [] });
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
    expect(hasChange(item({ status: 'publishing' }), { status: 'published' })).toBe(true);
    expect(hasChange(item({ status: 'draft' }), { status: 'published' })).toBe(false);
  });

  it('does not take a scheduled item for unscheduled', () => {
    expect(hasChange(item({ status: 'scheduled' }), { status: 'draft' })).toBe(false);
  });
});

describe('isChanged', () => {
  it('ignores a blank row of an image', () => {
    const images = [...draft().images, { key: 9, url: '', alt: '', type: 'image' as const }];
    expect(isChanged(draft({ images }), draft())).toBe(false);
    expect(isChanged(draft({ text: 'New' }), draft())).toBe(true);
  });
});

describe('differences', () => {
  const rows = (mine: Draft, theirs: Item) => differences(mine, theirs, (at) => at);

  it('lists nothing for equal content', () => {
    expect(rows(draft(), item())).toEqual([]);
  });

  it('lists each field that differs, with both values', () => {
    const theirs = item({ title: 'Theirs', platform_options: {}, status: 'scheduled', scheduled_at: AT });
    expect(rows(draft(), theirs)).toEqual([
      { field: 'Title', platform: null, mine: 'Title', theirs: 'Theirs' },
      { field: 'Time', platform: null, mine: 'No time', theirs: AT },
      { field: 'Text for', platform: 'twitter', mine: 'For X', theirs: '' },
    ]);
  });
});
