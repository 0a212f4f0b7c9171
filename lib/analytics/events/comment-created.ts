import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_TEXT_ENGAGEMENT } from '../../core/events/samples.ts';
import { engagementEntity } from '../entities/engagements.ts';
import type { Engagement } from '../rules/engagement-ingestion.ts';
import type { AnalyticsParts } from './schema-parts.ts';
import { textEngagementDraft } from './text-engagement.ts';

/** `comment.created`. */
export const commentCreated = {
  description: 'A post received a comment.',
  schema: ({ z, textEngagement }) => textEngagement.check(z.describe('The comment.')),
  sample: { ...SAMPLE_TEXT_ENGAGEMENT, external_id: 'c-1', text: 'Lovely.' },
  permission: 'analytics:read',
  source: engagementEntity,
  on: 'write',
  derive: (_before, engagement) =>
    engagement.kind === 'comment' ? [textEngagementDraft('comment.created', engagement)] : [],
} satisfies EventModule<Engagement, AnalyticsParts>;
