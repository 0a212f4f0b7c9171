import * as z from 'zod/mini';
import { defineExtensions } from '../core/problems/define-extensions.ts';

export const extensions = defineExtensions({
  webhook_id: { of: { duplicate_url: 'the id of the webhook endpoint with this URL.' } },
  webhook_status: { of: { endpoint_not_active: 'the status of the webhook endpoint.' }, example: 'paused' },
  next_attempt_at: {
    of: { delivery_pending: 'time of the next attempt. Null if an attempt is in progress.' },
    schema: z.nullable(z.string()),
    format: 'date-time',
    example: '2026-11-20T09:30:00.000Z',
  },
});
