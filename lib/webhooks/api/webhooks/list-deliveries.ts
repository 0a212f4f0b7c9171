import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields, timeParameter } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { EVENT_KINDS } from '../../events/events.ts';
import { DELIVERY_STATUSES } from '../../rules/webhook-delivery.ts';
import { deliverySummary } from './responses.ts';

export const DeliveriesQuery = z.strictObject({
  ...pageFields,
  status: z.optional(z.enum(DELIVERY_STATUSES)),
  event_type: z.optional(z.enum(EVENT_KINDS)),
  from: z.optional(timeParameter),
  to: z.optional(timeParameter),
});

export const DeliveryListResponse = /* @__PURE__ */ listResponse(
  'deliveries',
  () => z.object(deliverySummary()),
  'deliveries',
);

export const operation = defineOperation({
  id: 'webhooks.list-deliveries',
  route: 'GET /v1/webhooks/{id}/deliveries',
  summary: 'List deliveries of an endpoint',
  description:
    'Return the deliveries of the last 30 days, newest first. A delivery is listed after its first attempt ends or is postponed. Filter by `status`, `event_type` and event time.',
  permissions: ['webhooks:read'],
  stage: 'optional',
  query: DeliveriesQuery,
  access: { get: ['Endpoint', 'Delivery'], indexes: ['by_status', 'by_category'] },
  example: { params: { id: 'wh_01K00000000000000000000000' } },
});

export const response = DeliveryListResponse;
