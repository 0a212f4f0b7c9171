import { defineEntity } from '../../core/table/define-entity.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';

/**
 * A webhook endpoint: subscriptions, signing secrets (encrypted), since when it fails or is slow; that of an agent
 * expires.
 */
export const endpointEntity = /* @__PURE__ */ defineEntity<WebhookEndpoint>({
  name: 'Endpoint',
  pk: 'WS#{workspace_id}#ENDPOINT',
  sk: '{id}',
  resource: 'endpoint',
});

/** Reserves the URL of an endpoint: a duplicate is a conflict. */
export const endpointUrlReservationEntity = /* @__PURE__ */ defineEntity({
  name: 'EndpointUrlReservation',
  pk: 'WS#{workspace_id}#ENDPOINTURL',
  sk: '{url_hash}',
});
