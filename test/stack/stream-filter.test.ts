import { marshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { closedAt, type EngagementMinute } from '../../lib/domain/engagement-minute.ts';
import type { Engagement } from '../../lib/domain/ingestion.ts';
import { matches, type Pattern, readPatterns } from '../../lib/local/stream-filter.ts';
import type { Write } from '../../lib/table/commit.ts';
import { engagementWrite } from '../../lib/table/engagement.ts';
import { minuteAddition, minuteClosing } from '../../lib/table/engagement-minute.ts';
import { itemOf } from '../../lib/table/keys.ts';
import { synthesized } from './synthesized.ts';

// The filter names attributes that only the table's own files know: held against what these write.

const ENGAGEMENT: Engagement = {
  workspace_id: 'ws_01K00000000000000000000000',
  content_id: 'cnt_01K00000000000000000000000',
  platform: 'twitter',
  platform_post_id: null,
  kind: 'like',
  count: 1,
  actor: null,
  text: null,
  occurred_at: '2027-03-01T08:00:00.000Z',
  external_id: 'like-1',
  received_at: '2027-03-01T09:00:00.000Z',
  request: 'request-1',
  is_applied: false,
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
  const item = 'put' in write ? write.put : 'add' in write ? { ...write.set, ...write.numbers } : {};
  const NewImage = marshall(item, { removeUndefinedValues: true });
  return matches(patterns, { eventName: 'MODIFY', dynamodb: { NewImage } });
}

describe('the filter of the stream', () => {
  it('lets a new engagement through, and not that it was added to its sums', () => {
    expect(passes(engagementWrite(null, ENGAGEMENT))).toBe(true);
    expect(passes(engagementWrite(ENGAGEMENT, { ...ENGAGEMENT, is_applied: true }))).toBe(false);
  });

  it('lets a minute through that is closed, and not one that is added to', () => {
    const addition = minuteAddition(ENGAGEMENT, 0);
    const minute = { ...addition.set, ...addition.numbers } as unknown as EngagementMinute;
    expect(passes(addition)).toBe(false);
    expect(passes(minuteClosing(minute, closedAt(minute, 1)))).toBe(true);
  });

  it('lets through nothing of what changes with every request', () => {
    const rate = itemOf('Rate', { workspace_id: ENGAGEMENT.workspace_id, minute: '1' });
    expect(passes({ put: rate, expect: 'any' })).toBe(false);
  });

  it('lets nothing through that is gone', () => {
    const OldImage = marshall(itemOf('Entry', { workspace_id: 'ws_1', id: 'scd_1' }));
    expect(matches(patterns, { eventName: 'REMOVE', dynamodb: { OldImage } })).toBe(false);
  });
});
