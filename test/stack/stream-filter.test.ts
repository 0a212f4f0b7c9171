import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Engagement } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { closeWindow, type EngagementWindow } from '../../lib/analytics/rules/engagement-window.ts';
import { closeEngagementWindowWrite, engagementWindowIncrement } from '../../lib/analytics/store/engagement-windows.ts';
import { engagementWrite } from '../../lib/analytics/store/engagements.ts';
import { ENTITIES, type EntityName } from '../../lib/app/table/entity-table.ts';
import { auditEntryEntity, auditHeadEntity } from '../../lib/audit/entities/audit-log.ts';
import { rateWindowEntity } from '../../lib/core/rate-limit/entities.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import { type Delivery, recordAttempt } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { requeueDelivery } from '../../lib/webhooks/rules/webhook-delivery-view.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { matches, type Pattern, readPatterns } from '../../tools/local-stack/stream-filter.ts';
import { synthesized } from './synthesized.ts';

// The filter uses attributes that only the stores define, so these tests match it against their writes.

const ENGAGEMENT: Engagement = {
  workspace_id: 'ws_01K00000000000000000000000',
  content_id: 'cnt_01K00000000000000000000000',
  platform: 'twitter',
  account_id: null,
  platform_post_id: null,
  kind: 'like',
  count: 1,
  actor: null,
  text: null,
  occurred_at: '2027-03-01T08:00:00.000Z',
  external_id: 'like-1',
  received_at: '2027-03-01T09:00:00.000Z',
  request: 'request-1',
  is_aggregated: false,
  version: 0,
};

const DELIVERY: Delivery = {
  id: 'dlv_01K00000000000000000000000',
  workspace_id: ENGAGEMENT.workspace_id,
  endpoint_id: 'wh_01K00000000000000000000000',
  event_id: 'evt_01K00000000000000000000000',
  event_type: 'content.created',
  status: 'pending',
  attempts: [],

  lease_expires_at: null,
  next_attempt_at: ENGAGEMENT.received_at,
  created_at: ENGAGEMENT.received_at,
  version: 0,
};

let patterns: Pattern[];

beforeAll(() => {
  const mappings = synthesized('production').ofType('AWS::Lambda::EventSourceMapping');
  const stream = mappings.find(({ Properties }) => Properties.StartingPosition)!;
  const { Filters } = stream.Properties.FilterCriteria as { Filters: { Pattern: string }[] };
  patterns = readPatterns('the stream', Filters);
});

function passes(write: Write): boolean {
  const item = 'put' in write ? write.put : 'increment' in write ? { ...write.set, ...write.by } : {};
  const NewImage = marshall(item, { removeUndefinedValues: true });
  return matches(patterns, { eventName: 'MODIFY', dynamodb: { NewImage } });
}

describe('the stream filter', () => {
  it('uses three of the five patterns that AWS allows, so that two are left', () => {
    const LIMIT = 5;
    expect(LIMIT - patterns.length).toBe(2);
  });

  it('has patterns with room: at most half of the 4,096 characters that AWS allows for one', () => {
    for (const pattern of patterns) expect(JSON.stringify(pattern).length).toBeLessThanOrEqual(2_048);
  });

  it('passes a new engagement, and not its aggregation', () => {
    expect(passes(engagementWrite(null, ENGAGEMENT, 90))).toBe(true);
    expect(passes(engagementWrite(ENGAGEMENT, { ...ENGAGEMENT, is_aggregated: true }, 90))).toBe(false);
  });

  it('passes a delivery that waits for its next attempt, and not one that is completed or moved to the slow lane', () => {
    const at = '2027-03-01T09:00:00.000Z';
    const moved = { ...DELIVERY, lease_expires_at: at, lease_id: 'a' };
    const made = (ok: boolean, status: number) => {
      const result = {
        ok,
        status,
        durationMs: 1,
        responseBody: '',
        errorClass: null,
        retryAfterSeconds: null,
      };
      return recordAttempt(moved, result, Date.parse(at), Date.parse(at), 0.5);
    };
    expect(passes(deliveryWrite(null, DELIVERY))).toBe(true);
    expect(passes(deliveryWrite(DELIVERY, moved))).toBe(false);
    expect(passes(deliveryWrite(moved, made(false, 500)))).toBe(true);
    expect(passes(deliveryWrite(moved, made(true, 200)))).toBe(false);
    expect(passes(deliveryWrite(moved, made(false, 410)))).toBe(false);
    expect(passes(deliveryWrite(made(true, 200), requeueDelivery(made(true, 200), 1)))).toBe(true);
  });

  it('passes an engagement window that is closed, and not an increment', () => {
    const addition = engagementWindowIncrement({ ...ENGAGEMENT, content_id: 'cnt_01KXFHWR000000000000000000' }, 0);
    const minute = { ...addition.set, ...addition.by } as unknown as EngagementWindow;
    expect(passes(addition)).toBe(false);
    expect(passes(closeEngagementWindowWrite(minute, closeWindow(minute, 1)))).toBe(true);
  });

  it('passes no item that changes with every request', () => {
    const rate = toItem(rateWindowEntity, { subject_id: ENGAGEMENT.workspace_id, window: '1' });
    expect(passes({ put: rate, condition: 'any' })).toBe(false);
  });

  const removes = (entity: EntityName) => {
    const record = { ...ENGAGEMENT, id: 'x', client_id: 'x', platform: 'twitter' };
    const OldImage = marshall(toItem(ENTITIES[entity], record, { shard: '00' }), { removeUndefinedValues: true });
    return matches(patterns, { eventName: 'REMOVE', dynamodb: { OldImage } });
  };

  it.each(['Member', 'Invitation', 'ApiKey', 'Content', 'Endpoint', 'Account'] as const)(
    'passes the removal of an item of the entity %s',
    (entity) => expect(removes(entity)).toBe(true),
  );

  it('passes no expired item', () => {
    for (const entity of ['ScheduleEntry', 'Tombstone', 'AuditHead', 'PostMetrics'] as const) {
      const values = { removed_id: 'x' };
      const OldImage = marshall(toItem(ENTITIES[entity], { ...ENGAGEMENT, id: 'x' }, { ...values, shard: '00' }), {
        removeUndefinedValues: true,
      });
      expect(matches(patterns, { eventName: 'REMOVE', dynamodb: { OldImage } }), entity).toBe(false);
    }
  });

  it('passes nothing of the audit log', () => {
    const entry = toItem(auditEntryEntity, { workspace_id: ENGAGEMENT.workspace_id }, { sequence: '000000000001' });
    const head = toItem(auditHeadEntity, { workspace_id: ENGAGEMENT.workspace_id });
    for (const put of [entry, head]) expect(passes({ put, condition: 'any' })).toBe(false);
  });
});
