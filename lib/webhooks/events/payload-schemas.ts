import * as z from 'zod/mini';
import { ACCOUNT_PARTS } from '../../accounts/events/schema-parts.ts';
import { ANALYTICS_PARTS } from '../../analytics/events/schema-parts.ts';
import { CONTENT_PARTS } from '../../content/events/schema-parts.ts';
import { SCHEMA_PARTS } from '../../core/events/schema-parts.ts';
import { EXPORT_PARTS } from '../../exports/events/schema-parts.ts';
import { CALENDAR_FEED_PARTS } from '../../feeds/events/schema-parts.ts';
import { HALT_PARTS } from '../../halts/events/schema-parts.ts';
import { IMPORT_PARTS } from '../../imports/events/schema-parts.ts';
import { LINK_RULE_PARTS } from '../../link-rules/events/schema-parts.ts';
import { MEDIA_PARTS } from '../../media/events/schema-parts.ts';
import { QUEUE_PARTS } from '../../queues/events/schema-parts.ts';
import { RECURRENCE_PARTS } from '../../recurrences/events/schema-parts.ts';
import { TEMPLATE_PARTS } from '../../templates/events/schema-parts.ts';
import { EVENTS, type EventKind } from './events.ts';

/** Return the schema of `data` in events of a kind. */
export function eventDataSchema(type: EventKind): z.ZodMiniType<Record<string, unknown>> {
  return EVENTS[type].schema({
    ...SCHEMA_PARTS,
    ...CONTENT_PARTS,
    ...ANALYTICS_PARTS,
    ...MEDIA_PARTS,
    ...ACCOUNT_PARTS,
    ...HALT_PARTS,
    ...IMPORT_PARTS,
    ...QUEUE_PARTS,
    ...EXPORT_PARTS,
    ...RECURRENCE_PARTS,
    ...TEMPLATE_PARTS,
    ...LINK_RULE_PARTS,
    ...CALENDAR_FEED_PARTS,
  });
}

// biome-ignore format: one field per line.
/** Return the schema of the payload that is delivered for events of a kind. */
export function payloadSchema(type: EventKind) {
  return z.object({
    id: z.string().check(z.meta({ description: 'The id of the event. Also sent as `webhook-id`. The same in all attempts.' }), z.meta({ examples: ['cnt_01K00000000000000000000000'] })),
    type: z.literal(type),
    timestamp: SCHEMA_PARTS.time.check(z.meta({ description: 'Time of the event.' }), z.meta({ examples: ['2026-11-20T09:30:00.000Z'] })),
    workspace_id: z.string(),
    data: eventDataSchema(type),
    test: z
      .optional(z.literal(true))
      .check(z.meta({ description: 'Only present in test deliveries. Their `data` is a sample.' })),
  });
}
