import * as z from 'zod/mini';
import { EVENTS, type EventKind } from './events.ts';
import { SCHEMA_PARTS } from './schema-parts.ts';

/** Return the schema of `data` in events of a kind. */
export function eventDataSchema(type: EventKind): z.ZodMiniType<Record<string, unknown>> {
  return EVENTS[type].schema(SCHEMA_PARTS);
}

/** Return the schema of the payload that is delivered for events of a kind. */
export function payloadSchema(type: EventKind) {
  return z.object({
    id: z.string().check(z.meta({ description: 'Also sent as `webhook-id`. The same in every attempt.' })),
    type: z.literal(type),
    timestamp: SCHEMA_PARTS.time.check(z.meta({ description: 'When the event happened.' })),
    workspace_id: z.string(),
    data: eventDataSchema(type),
    test: z
      .optional(z.literal(true))
      .check(z.meta({ description: 'Present only in test deliveries, whose `data` is a sample.' })),
  });
}
