import { describe, expect, it } from 'vitest';
import { CHANGES } from '../../lib/app/stream/change-table.ts';
import { removalEntities, STREAM_ENTITIES, streamPatterns } from '../../lib/app/stream/subscriptions.ts';

describe('changes of the table', () => {
  it('reach the stream worker where a feature declares what follows from them', () => {
    const handled = CHANGES.map(({ entity }) => entity);
    expect(handled.filter((entity) => !STREAM_ENTITIES.has(entity))).toEqual([]);
    expect(new Set(handled).size).toBeGreaterThan(20);
  });

  it('do not reach it where nothing follows from them', () => {
    for (const entity of ['AccessToken', 'RateWindow', 'Tombstone', 'AuditEntry']) {
      expect(STREAM_ENTITIES).not.toContain(entity);
    }
  });

  it('of counters reach it only where they have a limit', () => {
    const [all, filtered] = streamPatterns({ countsUsage: true }).map((pattern) => JSON.stringify(pattern));
    expect(all).not.toContain('"Counter"');
    expect(filtered).toContain('{"entity":{"S":["Counter"]},"limit":{"N":[{"exists":true}]}}');
  });

  it('are filtered with at most the five patterns that Lambda permits', () => {
    for (const countsUsage of [true, false]) expect(streamPatterns({ countsUsage })).toHaveLength(3);
  });

  it('with results of deliveries, and what reads of metrics cost, reach it only where usage is counted', () => {
    const read = (countsUsage: boolean) => JSON.stringify(streamPatterns({ countsUsage })[0]);
    for (const entity of ['"Delivery"', '"MetricsSpending"']) {
      expect(read(true)).toContain(entity);
      expect(read(false)).not.toContain(entity);
    }
  });

  it('do not reach it as removals of work and of what expires', () => {
    const removed = removalEntities();
    for (const entity of ['Delivery', 'Recovery', 'ScheduleEntry', 'Engagement', 'Heartbeat', 'AccountRemoval']) {
      expect(STREAM_ENTITIES).toContain(entity);
      expect(removed).not.toContain(entity);
    }
  });
});
