import { describe, expect, it } from 'vitest';
import { CHANGES } from '../../lib/app/stream/change-table.ts';
import { SUBSCRIPTIONS } from '../../lib/app/stream/subscriptions.ts';
import { ENTITIES } from '../../lib/app/table/entity-table.ts';
import { EVENTS } from '../../lib/webhooks/events/events.ts';

const handled = new Set(CHANGES.map(({ entity }) => entity));

describe('changes of the table', () => {
  it('reach the stream worker where a feature declares what follows from them', () => {
    expect([...handled].filter((entity) => !Object.hasOwn(SUBSCRIPTIONS, entity))).toEqual([]);
    expect(handled.size).toBeGreaterThan(20);
  });

  it('reach it for handlers, for events and for the audit log only', () => {
    const sources = new Set(Object.values(EVENTS).map(({ source }) => source.name));
    const isRead = (entity: string) => {
      return (
        handled.has(entity) || sources.has(entity) || ENTITIES[entity as keyof typeof ENTITIES].resource !== undefined
      );
    };
    expect(Object.keys(SUBSCRIPTIONS).filter((entity) => !isRead(entity))).toEqual([]);
  });
});
