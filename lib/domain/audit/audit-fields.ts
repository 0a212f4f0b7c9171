import type { Account } from '../accounts/account.ts';
import type { Content } from '../content/content.ts';
import type { ApiKey } from '../identity/api-key.ts';
import type { Invitation } from '../identity/invitation.ts';
import type { Member } from '../identity/member.ts';
import type { Workspace } from '../identity/workspace.ts';
import type { Recovery } from '../webhooks/recovery.ts';
import type { Delivery } from '../webhooks/webhook-delivery.ts';
import type { WebhookEndpoint } from '../webhooks/webhook-endpoint.ts';

/** The kinds of items whose changes the audit log tells. */
export interface AuditedRecords {
  Workspace: Workspace;
  Member: Member;
  Invitation: Invitation;
  ApiKey: ApiKey;
  Content: Content;
  Account: Account;
  Endpoint: WebhookEndpoint;
  Delivery: Delivery;
  Recovery: Recovery;
}

export type AuditedKind = keyof AuditedRecords;

/**
 * What a change of a field is to the audit log.
 * - `always`: told, whoever made it.
 * - `asked`: told when somebody asked for the change, and not when the service made it by itself.
 * - `hidden`: as `asked`, but only that it changed: its values are secret.
 * - `never`: not told.
 */
export type AuditMode = 'always' | 'on_request' | 'redacted' | 'never';

/** Every field of every audited record. Total: a field that is not here does not compile. */
const FIELDS: { [K in AuditedKind]: Record<keyof AuditedRecords[K], AuditMode> } = {
  Workspace: { id: 'never', name: 'always', plan: 'always', cursor_secret: 'never', created_at: 'never' },
  Member: {
    id: 'never',
    workspace_id: 'never',
    name: 'always',
    email: 'always',
    role: 'always',
    permissions: 'always',
    created_at: 'never',
    version: 'never',
  },
  Invitation: {
    id: 'never',
    workspace_id: 'never',
    email: 'always',
    role: 'always',
    permissions: 'always',
    status: 'always',
    invited_by: 'never',
    created_at: 'never',
    send_count: 'on_request',
    sent_at: 'never',
    expires_at: 'always',
    mail: 'never',
    accepted_at: 'never',
    user_id: 'always',
    version: 'never',
  },
  ApiKey: {
    client_id: 'never',
    name: 'always',
    secret_hash: 'redacted',
    secret_number: 'never',
    retired_secrets: 'redacted',
    workspace_id: 'never',
    user_id: 'always',
    permissions: 'always',
    allowed_ips: 'always',
    hourly_limit: 'always',
    expires_at: 'always',
    revoked_at: 'always',
    created_at: 'never',
    rerolled_at: 'always',
    version: 'never',
  },
  // What became of its entries is told by its targets, so entries are not audited themselves.
  Content: {
    id: 'never',
    workspace_id: 'never',
    title: 'on_request',
    description: 'on_request',
    platforms: 'on_request',
    media: 'on_request',
    platform_options: 'on_request',
    status: 'always',
    idle_status: 'never',
    scheduled_at: 'on_request',
    last_schedule: 'never',
    last_publication: 'never',
    targets: 'always',
    created_by: 'never',
    created_at: 'never',
    updated_at: 'never',
    version: 'never',
  },
  Account: {
    id: 'never',
    workspace_id: 'never',
    platform: 'on_request',
    external_id: 'on_request',
    status: 'always',
    reconnect_reason: 'always',
    token_expires_at: 'on_request',
    is_refreshable: 'on_request',
    refresh_at: 'never',
    refresh_lease: 'never',
    refreshed_at: 'never',
    polling_paused_until: 'never',
    encrypted_secrets: 'redacted',
    inbound_since: 'on_request',
    created_at: 'never',
    updated_at: 'never',
    version: 'never',
  },
  Endpoint: {
    id: 'never',
    workspace_id: 'never',
    url: 'on_request',
    events: 'on_request',
    status: 'always',
    secrets: 'redacted',
    retired_secrets: 'never',
    paused_reason: 'always',
    disabled_reason: 'always',
    failing_since: 'never',
    warned_at: 'always',
    slow_since: 'never',
    created_at: 'never',
    updated_at: 'never',
    version: 'never',
  },
  // Of deliveries and recoveries only what somebody asked for: they move on by themselves all the time.
  Delivery: {
    id: 'never',
    workspace_id: 'never',
    endpoint_id: 'on_request',
    event_id: 'on_request',
    event_type: 'never',
    status: 'on_request',
    attempts: 'never',
    attempts_before_replay: 'never',
    attempt_started: 'never',
    lease_expires_at: 'never',
    lease_id: 'never',
    next_attempt_at: 'never',
    created_at: 'never',
    version: 'never',
  },
  Recovery: {
    id: 'never',
    workspace_id: 'never',
    endpoint_id: 'on_request',
    since: 'on_request',
    until: 'on_request',
    status: 'on_request',
    cursor: 'never',
    created_at: 'never',
    version: 'never',
  },
};

export const AUDITED_KINDS = Object.keys(FIELDS) as AuditedKind[];

/** Whether changes of this kind of item are told. */
export function isAudited(kind: unknown): kind is AuditedKind {
  return typeof kind === 'string' && Object.hasOwn(FIELDS, kind);
}

/** The fields of a kind that are told of a change, each with how. `isAsked`: somebody asked for the change. */
export function auditedFields(kind: AuditedKind, isAsked: boolean): [string, AuditMode][] {
  return Object.entries(FIELDS[kind] as Record<string, AuditMode>).filter(
    ([, telling]) => telling === 'always' || (isAsked && telling !== 'never'),
  );
}
