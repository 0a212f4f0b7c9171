import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';

export const eventFields = lazy(() => ({
  id: z.string(),
  type: z.enum(EVENT_KINDS),
  timestamp: timestamp(),
  workspace_id: z.string(),
}));

export const eventData = lazy(() =>
  z
    .record(z.string(), z.unknown())
    .check(z.describe('The event payload. Depends on `type`; see the webhooks in this document.')),
);

export const EventResponse = lazyObject(() => ({
  ...eventFields(),
  data: z.nullable(eventData()).check(z.describe('The event payload. Null without the permission `content:read`.')),
}));
