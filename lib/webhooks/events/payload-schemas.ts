import * as z from 'zod/mini';
import { SCHEMA_PARTS } from '../../core/events/schema-parts.ts';
import { EVENT_PARTS } from './event-parts.ts';
import { EVENTS, type EventKind } from './events.ts';

/** Return the schema of `data` in events of a kind. */
export function eventDataSchema(type: EventKind): z.ZodMiniType<Record<string, unknown>> {
  return EVENTS[type].schema(EVENT_PARTS);
}

// biome-ignore format: one field per line.
/** Return the schema of the payload that is delivered for events of a kind. */
export function payloadSchema(type: EventKind) {
  return z.object({
    id: z.string().check(z.meta({ description: 'The id of the event. Also sent as `webhook-id`. The same in all attempts.' }), z.meta({ examples: ['cnt_01K00000000000000000000000'] })),
    type: z.literal(type),
    timestamp: SCHEMA_PARTS.time.check(z.meta({ description: 'Time of the event.' }), z.meta({ examples: ['2026-11-20T09:30:00.000Z'] })),
    workspace_id: z.string(),
    workspace: z
      .optional(
        z.object({
          id: z.string().check(z.meta({ description: 'The id of the workspace that the event is about.', examples: ['ws_01K00000000000000000000001'] })),
          external_id: z.nullable(z.string()).check(z.meta({ description: 'The id that your product gives to the workspace. Null for none.', examples: ['customer-17'] })),
        }),
      )
      .check(z.meta({ description: 'The workspace that the event is about. Only in deliveries to endpoints of the stage.' })),
    data: eventDataSchema(type),
    test: z
      .optional(z.literal(true))
      .check(z.meta({ description: 'Only present in test deliveries. Their `data` is a sample.' })),
  });
}
