import { describe, expect, it } from 'vitest';
import { planChosenServerPolls, pollTurns } from '../../../lib/analytics/rules/poll-plan.ts';

const due = (pk: string, count: number) => Array.from({ length: count }, (_, index) => ({ pk, index }));

describe('pollTurns', () => {
  it('queues the posts of every workspace before the second thousand of one with many', () => {
    const turns = pollTurns([...due('busy', 10_000), ...due('small', 3), ...due('other', 900)]);
    expect(turns.slice(0, 3).map((turn) => [turn[0]!.pk, turn.length])).toEqual([
      ['busy', 1_000],
      ['small', 3],
      ['other', 900],
    ]);
    expect(turns.flat()).toHaveLength(10_903);
  });

  it('keeps the posts of a workspace in their order', () => {
    expect(pollTurns(due('one', 2_500)).flat()).toEqual(due('one', 2_500));
  });
});

describe('planChosenServerPolls', () => {
  const polls = (workspace_id: string, server: string, count: number) =>
    Array.from({ length: count }, () => ({ workspace_id, server }));
  const LONGEST_MS = 35_000;

  /** The most polls in progress at the same time while no server responds. */
  const mostAtOnce = (planned: { startMs: number }[]) =>
    Math.max(
      ...planned.map(({ startMs: at }) => {
        return planned.filter(({ startMs }) => startMs > at - LONGEST_MS && startMs <= at).length;
      }),
    );

  it('lets one workspace have five in progress while its servers do not respond, each with another host', () => {
    const hosts = Array.from({ length: 500 }, (_, index) => ({ workspace_id: 'one', server: `host${index}` }));
    expect(mostAtOnce(planChosenServerPolls(hosts, 15))).toBe(5);
  });

  it('lets one server have ten in progress, of however many workspaces', () => {
    const workspaces = Array.from({ length: 500 }, (_, index) => ({ workspace_id: `w${index}`, server: 'silent' }));
    expect(mostAtOnce(planChosenServerPolls(workspaces, 15))).toBe(10);
  });

  it('delays no poll of another workspace and server', () => {
    const planned = planChosenServerPolls([...polls('one', 'silent', 10_000), ...polls('two', 'well', 1)], 15);
    expect(planned.find(({ workspace_id }) => workspace_id === 'two')!.startMs).toBe(0);
  });

  it('leaves out those for which the time until the next run is too short', () => {
    const planned = planChosenServerPolls(polls('one', 'silent', 10_000), 15);
    expect(planned.length).toBe((14 * 60) / 7);
    expect(Math.max(...planned.map(({ startMs }) => startMs))).toBeLessThan(14 * 60_000);
  });
});
