import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_AT, SAMPLE_POST } from '../../core/events/samples.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { engagementWindowEntity } from '../entities/engagements.ts';
import { ENGAGEMENT_KINDS } from '../rules/engagement-ingestion.ts';
import type { EngagementWindow } from '../rules/engagement-window.ts';
import { MINUTE_MS } from '../rules/engagement-window.ts';
import type { AnalyticsParts } from './schema-parts.ts';

/** `engagement.received`. */
export const engagementReceived = {
  description: 'Likes, shares, saves, clicks, views and reach of an item on a platform, summed over one minute.',
  // biome-ignore format: one field per line.
  schema: ({ z, post, time, count }) =>
    z.object({
      ...post,
      since: time.check(z.meta({ description: 'Start of the one-minute window.', examples: ['2026-11-20T09:29:00.000Z'] })),
      until: time.check(z.meta({ description: 'End of the one-minute window.', examples: ['2026-11-20T09:30:00.000Z'] })),
      deltas: z.partialRecord(z.enum(['like', 'share', 'save', 'click', 'view', 'reach']), count).check(z.meta({ description: 'Number of new engagements by kind. Kinds without engagements are omitted.', examples: [{ like: 12, share: 3 }] })),
    }).check(z.describe('The aggregated engagements.')),
  sample: { ...SAMPLE_POST, since: '2026-11-20T09:29:00.000Z', until: SAMPLE_AT, deltas: { like: 12, share: 3 } },
  permission: 'analytics:read',
  source: engagementWindowEntity,
  on: 'write',
  derive: (_before, window) => {
    if (window.closed_at_ms === undefined) return [];
    const { content_id, platform, account_id = null, platform_post_id = null, since, closed_at_ms } = window;
    const until = formatInstant(Date.parse(since) + MINUTE_MS);
    const deltas = Object.fromEntries(
      ENGAGEMENT_KINDS.flatMap((kind) => (window[kind] === undefined ? [] : [[kind, window[kind]]])),
    );
    const dedupKey = `${content_id}/engagement/${account_id ?? platform}/${since}`;
    const sandbox = isSandboxAccountId(account_id);
    const data = { content_id, platform, account_id, sandbox, platform_post_id, since, until, deltas };
    return [{ dedupKey, timestamp: formatInstant(closed_at_ms), data }];
  },
} satisfies EventModule<EngagementWindow, AnalyticsParts>;
