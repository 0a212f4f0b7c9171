import { describe, expect, it } from 'vitest';
import {
  addSavedFilter,
  filterQuery,
  isFiltered,
  isSameFilter,
  parseSavedFilters,
  readFilter,
} from '../../dashboard/src/content/post-filter.ts';

const NONE = { status: '', platform: '', account_id: '', label: '', campaign: '', search: '' };
const DRAFTS = { ...NONE, status: 'draft' };

describe('the filter of a screen', () => {
  it('is the same after it was in a URL', () => {
    const filter = { ...NONE, status: 'draft', platform: 'twitter', account_id: 'acc_1', label: 'News', search: 'sun' };
    expect(readFilter(new URLSearchParams({ ...filterQuery(filter) }))).toEqual(filter);
  });

  it('leaves values that select nothing out of the URL', () => {
    expect(filterQuery(DRAFTS)).toEqual({ status: 'draft' });
    expect([isFiltered(DRAFTS), isFiltered(NONE)]).toEqual([true, false]);
    expect([isSameFilter(DRAFTS, { ...DRAFTS }), isSameFilter(DRAFTS, NONE)]).toEqual([true, false]);
  });
});

describe('saved filters', () => {
  const named = (name: string, filter = DRAFTS) => ({ name, filter });

  it('replace one with the same name', () => {
    const saved = addSavedFilter([named('Mine'), named('Other')], named('Mine', NONE));
    expect(saved).toEqual([named('Other'), named('Mine', NONE)]);
  });

  it('are read as they were stored', () => {
    expect(parseSavedFilters(JSON.stringify([named('Mine')]))).toEqual([named('Mine')]);
  });

  it.each([null, 'no JSON', '{}', '[null, {"name":"A"}, {"name":1,"filter":{}}]'])('are empty for %j', (text) => {
    expect(parseSavedFilters(text)).toEqual([]);
  });
});
