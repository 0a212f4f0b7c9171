import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';

// biome-ignore format: one field per line.
export const EventResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the event. Deliveries carry it as `webhook-id`.', examples: ['evt_01K00000000000000000000000'] })),
  type: z.enum(EVENT_KINDS),
  timestamp: timestamp().check(z.meta({ description: 'Time of the event.', examples: ['2026-11-20T09:30:00.000Z'] })),
  workspace_id: z.string(),
  workspace: z.optional(z.object({
    id: z.string().check(z.meta({ description: 'The id of the workspace that the event is about.', examples: ['ws_01K00000000000000000000001'] })),
    external_id: z.nullable(z.string()).check(z.meta({ description: 'The id that your product gives to the workspace. Null for none.', examples: ['customer-17'] })),
  })).check(z.describe('The workspace that the event is about. Only for a stage key that names no workspace.')),
  data: z
    .nullable(z.record(z.string(), z.unknown()))
    .check(
      z.describe(
        'The event payload. Null without the permission to read it. Null in a list if the page would be too large: retrieve the event by id instead.',
      ),
    ),
}));
