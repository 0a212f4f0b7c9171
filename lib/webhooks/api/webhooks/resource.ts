import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'Webhook endpoints and the deliveries to them.',
  group: ['Webhooks and events', 1],
  path: {
    id: ['The id of the webhook endpoint.', 'wh_01K00000000000000000000000'],
    delivery_id: ['The id of the delivery.', 'dlv_01K00000000000000000000000'],
  },
  query: {
    'list-deliveries.status': ['Only return deliveries with this status.', 'exhausted'],
    event_type: ['Only return deliveries of events of this type.', 'content.published'],
  },
  schemaNames: {
    WebhookRotateResponse: 'WebhookSecretRotated',
    WebhookTestResponse: 'WebhookTestResult',
    WebhookRecoverResponse: 'WebhookRecovery',
    WebhookCreateResponse: 'WebhookCreated',
    'Delivery.attempts[]': 'DeliveryAttempt',
    'Delivery.event_type': 'EventType',
    'Delivery.last_attempt': 'LastAttempt',
    'Delivery.status': 'DeliveryStatus',
    'DeliveryList.deliveries[]': 'DeliverySummary',
    'Webhook.events[]': 'SubscribedEventType',
    'Webhook.status': 'WebhookStatus',
  },
});

export const payloads = defineResource({
  description: 'Requests sent to your webhook endpoints. Verify them with a Standard Webhooks library.',
  group: ['Webhooks and events', 2],
  schemaNames: {
    'ContentPublishedEvent.workspace': 'EventWorkspace',
  },
});
