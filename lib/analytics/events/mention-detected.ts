import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_TEXT_ENGAGEMENT } from '../../core/events/samples.ts';
import { engagementEntity } from '../entities/engagements.ts';
import type { Engagement } from '../rules/engagement-ingestion.ts';
import type { AnalyticsParts } from './schema-parts.ts';
import { textEngagementDraft } from './text-engagement.ts';

const NO_ITEM = 'The id of the content item. Null if the mention does not belong to an item of the workspace.';

/** `mention.detected`. */
export const mentionDetected = {
  description: 'A connected account was mentioned.',
  schema: ({ z, textEngagement }) =>
    z
      .extend(textEngagement, { content_id: z.nullable(z.string()).check(z.describe(NO_ITEM)) })
      .check(z.describe('The mention.')),
  sample: { ...SAMPLE_TEXT_ENGAGEMENT, external_id: 'm-1', text: 'See @you.' },
  permission: 'analytics:read',
  source: engagementEntity,
  on: 'write',
  derive: (_before, engagement) =>
    engagement.kind === 'mention' ? [textEngagementDraft('mention.detected', engagement)] : [],
} satisfies EventModule<Engagement, AnalyticsParts>;
