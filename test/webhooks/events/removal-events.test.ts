import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removalEntities } from '../../../lib/app/stream/subscriptions.ts';
import { scheduleEntryEntity } from '../../../lib/content/entities/schedule-entries.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import { EVENTS } from '../../../lib/webhooks/events/events.ts';
import { afterOutcomes } from '../../content/rules/items.ts';

const { content } = afterOutcomes('published', 'pending');
const entry = afterOutcomes('published', 'pending').entries[0]!;
const CHANGED_AT = '2027-03-01T09:00:00.000Z';

describe('an event kind that is derived from a removal', () => {
  const planned = EVENTS['approval.requested'];

  beforeEach(() => {
    EVENTS['approval.requested'] = {
      ...planned,
      source: scheduleEntryEntity,
      on: 'removal',
      derive: ({ id }: { id: string }, removedAt: string) => [
        { dedupKey: `${id}/removed`, timestamp: removedAt, data: { id } },
      ],
    } as (typeof EVENTS)['approval.requested'];
  });

  afterEach(() => {
    EVENTS['approval.requested'] = planned;
  });

  it('makes the removals of its entity pass the filter of the stream', () => {
    expect(removalEntities()).toContain('ScheduleEntry');
  });

  it('is derived from the removal, at the time of the change', () => {
    expect(deriveEvents('ScheduleEntry', { before: entry, after: null, changedAt: CHANGED_AT })).toEqual([
      {
        type: 'approval.requested',
        dedupKey: `${entry.id}/removed`,
        timestamp: CHANGED_AT,
        data: { id: entry.id },
      },
    ]);
  });

  it('is not derived from an insert, an update or the removal of another entity', () => {
    const changes = [
      deriveEvents('ScheduleEntry', { before: null, after: entry, changedAt: CHANGED_AT }),
      deriveEvents('ScheduleEntry', { before: entry, after: entry, changedAt: CHANGED_AT }),
      deriveEvents('Content', { before: content, after: null, changedAt: CHANGED_AT }),
    ];
    const types = changes.flat().map(({ type }) => type);
    expect(types).not.toContain('approval.requested');
  });
});

describe('without such a kind', () => {
  it('the filter passes the removals that the audit log records, and those of usage', () => {
    expect(removalEntities().sort()).toEqual([
      'Account',
      'ApiKey',
      'CalendarFeed',
      'Content',
      'Endpoint',
      'Export',
      'Halt',
      'Import',
      'Invitation',
      'Label',
      'LinkRules',
      'MediaAsset',
      'Member',
      'Passkey',
      'Queue',
      'Recurrence',
      'ReviewComment',
      'ReviewLink',
      'Session',
      'Template',
      'UsageDay',
      'Workspace',
      'WorkspaceApp',
      'WorkspaceSettings',
    ]);
  });
});
