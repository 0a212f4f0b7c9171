import { describe, expect, it } from 'vitest';
import { recurrenceFailed } from '../../../lib/recurrences/events/recurrence-failed.ts';
import { withProblem } from '../../../lib/recurrences/rules/progress.ts';
import { weeklyRecurrence } from '../../../lib/recurrences/samples.ts';

const NOW = Date.parse('2027-01-01T12:00:00Z');
const owner = { id: 'rec_1', workspaceId: 'ws_1', userId: 'usr_1' };
const recurrence = weeklyRecurrence(owner, NOW);
const occurrence = {
  date: '2027-01-04',
  number: 0,
  at: '2027-01-04T08:00:00.000Z',
  local: { local: '2027-01-04T09:00', time_zone: 'Europe/Berlin' },
};
const failed = withProblem(recurrence, occurrence, { code: 'unknown_account', detail: 'Deleted.' }, NOW);

describe('recurrence.failed', () => {
  it('is derived from the change that records why a date has no item', () => {
    expect(recurrenceFailed.derive(recurrence, failed)).toEqual([
      {
        dedupKey: 'rec_1/failed/2027-01-04/2027-01-01T12:00:00.000Z',
        timestamp: '2027-01-01T12:00:00.000Z',
        data: { id: 'rec_1', name: 'Weekly tip', title: 'Weekly tip', problem: failed.last_problem },
      },
    ]);
  });

  it('is not derived from other changes', () => {
    expect(recurrenceFailed.derive(null, recurrence)).toEqual([]);
    expect(recurrenceFailed.derive(failed, { ...failed, next_date: '2027-02-01' })).toEqual([]);
    expect(recurrenceFailed.derive(failed, { ...failed, last_problem: null })).toEqual([]);
  });
});
