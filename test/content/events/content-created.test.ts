import { describe, expect, it } from 'vitest';
import { draft, scheduled } from '../rules/items.ts';
import { eventTypesFor } from './content-changes.ts';

describe('content.created', () => {
  it('is derived from a new draft, without other events', () => {
    expect(eventTypesFor(null, draft('twitter').content)).toEqual(['content.created cnt_1/created']);
  });

  it('is derived from a new scheduled item, together with content.scheduled', () => {
    expect(eventTypesFor(null, scheduled('twitter').content)).toEqual([
      'content.created cnt_1/created',
      'content.scheduled cnt_1/scheduled/grp_a',
    ]);
  });
});
