import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
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

// biome-ignore format: several fields per line keep the table readable.
export const endpointAudit: AuditModes<WebhookEndpoint> = {
  id: 'never', workspace_id: 'never', url: 'redacted_urls', events: 'on_request', status: 'always',
  secrets: 'redacted', retired_secrets: 'never', paused_reason: 'always', disabled_reason: 'always',
  failing_since: 'never', warned_at: 'always', slow_since: 'never', is_verified: 'never', authorized_by: 'always',
  filter: 'on_request', agent: 'on_request', active_since: 'never', created_at: 'never', updated_at: 'never', version: 'never',
};

export const endpointLifecycle: Lifecycle = {
  ending: 'creator',
  ids: 'endpoint',
  isExported: true,
  secrets: ['secrets', 'retired_secrets'],
};

/** Reserves the URL of an endpoint: a duplicate is a conflict. */
export const endpointUrlReservationEntity = /* @__PURE__ */ defineEntity({
  name: 'EndpointUrlReservation',
  pk: 'WS#{workspace_id}#ENDPOINTURL',
  sk: '{url_hash}',
});

export const endpointUrlReservationLifecycle: Lifecycle = { ending: 'data' };
