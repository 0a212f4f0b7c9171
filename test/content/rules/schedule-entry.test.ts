import { describe, expect, it } from 'vitest';
import {
  ENTRY_STATUSES,
  ENTRY_TRANSITIONS,
  type EntryState,
  newEntry,
  OPEN_ENTRY_STATUSES,
  statusOf,
  toEntryView,
  transitionEntry,
} from '../../../lib/content/rules/schedule-entry.ts';
import { afterOutcomes, at, entryOn } from './items.ts';

const fresh = newEntry({
  id: 'scd_1',
  workspaceId: 'ws_1',
  contentId: 'cnt_1',
  groupId: 'grp_1',
  platform: 'linkedin',
  scheduledAt: at(60),
  unconfirmed_send: null,
  createdAt: at(0),
});

describe('newEntry', () => {
  it('is pending and due at its time, without attempts', () => {
    const { state, due_at, attempt, attempts } = fresh;
    expect({ state, due_at, attempt, attempts }).toEqual({
      state: 'pending',
      due_at: at(60),
      attempt: null,
      attempts: 0,
    });
  });

  it('keeps the unconfirmed_send of an earlier entry', () => {
    const unconfirmed_send = { sent_at: at(-60), checks: 4 };
    const input = { id: 'scd_2', workspaceId: 'ws_1', contentId: 'cnt_1', groupId: 'grp_1' };
    const times = { scheduledAt: at(60), createdAt: at(0) };
    expect(newEntry({ ...input, ...times, platform: 'twitter', unconfirmed_send }).unconfirmed_send).toEqual(
      unconfirmed_send,
    );
  });

  it('has no publication result', () => {
    const { published_at, late_by_seconds, platform_post_id, url, error } = fresh;
    expect([published_at, late_by_seconds, platform_post_id, url, error]).toEqual([null, null, null, null, null]);
  });
});

describe('statusOf', () => {
  it('shows claimed, sending and continuing as publishing, interrupted as partially published, and others as themselves', () => {
    const states = Object.keys(ENTRY_TRANSITIONS) as EntryState[];
    expect(states.map(statusOf)).toEqual([
      'pending',
      'publishing',
      'publishing',
      'unconfirmed',
      'publishing',
      'published',
      'failed',
      'cancelled',
      'partially_published',
    ]);
  });
});

describe('ENTRY_STATUSES', () => {
  it('are those of docs/reference/content.md, and that of an interrupted thread', () => {
    expect([...ENTRY_STATUSES].sort()).toEqual(
      ['pending', 'publishing', 'published', 'failed', 'unconfirmed', 'cancelled', 'partially_published'].sort(),
    );
  });

  it('are not yet finished while pending and publishing', () => {
    expect(OPEN_ENTRY_STATUSES).toEqual(['pending', 'publishing']);
  });
});

describe('toEntryView', () => {
  it('has the fields of the reference', () => {
    expect(toEntryView(fresh, 'Launch')).toMatchObject({
      id: 'scd_1',
      content_id: 'cnt_1',
      title: 'Launch',
      platform: 'linkedin',
      scheduled_at: at(60),
      status: 'pending',
      group_id: 'grp_1',
    });
  });

  it('omits attempts, prepared state, unconfirmed sends, the version and the workspace', () => {
    const shown = Object.keys(toEntryView(entryOn(afterOutcomes('unconfirmed', 'pending'), 'instagram'), null));
    expect(
      shown.filter((name) => /attempt|prepared_state|unconfirmed_send|version|workspace|due_at|state/.test(name)),
    ).toEqual([]);
  });
});

describe('the state machine', () => {
  it('allows no transition that is not an arrow', () => {
    for (const from of Object.keys(ENTRY_TRANSITIONS) as EntryState[]) {
      for (const to of Object.keys(ENTRY_TRANSITIONS) as EntryState[]) {
        const change = () => transitionEntry({ ...fresh, state: from }, { state: to });
        if (ENTRY_TRANSITIONS[from].includes(to)) expect(change().state).toBe(to);
        else expect(change).toThrow(`is ${from} and cannot become ${to}`);
      }
    }
  });
});
