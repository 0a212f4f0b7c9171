import type { Account } from './account.ts';
import type { Content } from './content.ts';
import type { Key } from './credential.ts';
import type { WebhookEndpoint } from './endpoint.ts';
import type { Invitation } from './invitation.ts';
import type { Recovery } from './recovery.ts';
import type { Delivery } from './webhook.ts';
import type { Member, Workspace } from './workspace.ts';

/** The kinds of items whose changes the audit log tells. */
export interface AuditedRecords {
  Workspace: Workspace;
  Member: Member;
  Invitation: Invitation;
  Key: Key;
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
export type Telling = 'always' | 'asked' | 'hidden' | 'never';

/** Every field of every audited record. Total: a field that is not here does not compile. */
const FIELDS: { [K in AuditedKind]: Record<keyof AuditedRecords[K], Telling> } = {
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
    sending: 'asked',
    sent_at: 'never',
    expires_at: 'always',
    mail: 'never',
    accepted_at: 'never',
    user_id: 'always',
    version: 'never',
  },
  Key: {
    client_id: 'never',
    name: 'always',
    secret_hash: 'hidden',
    secret_number: 'never',
    retired_secrets: 'hidden',
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
    title: 'asked',
    description: 'asked',
    platforms: 'asked',
    media: 'asked',
    platform_options: 'asked',
    status: 'always',
    resting_status: 'never',
    scheduled_at: 'asked',
    last_scheduling: 'never',
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
    platform: 'asked',
    external_id: 'asked',
    status: 'always',
    reconnect_reason: 'always',
    token_expires_at: 'asked',
    is_refreshable: 'asked',
    refresh_at: 'never',
    refreshing: 'never',
    refreshed_at: 'never',
    readings_held_until: 'never',
    sealed: 'hidden',
    inbound_since: 'asked',
    created_at: 'never',
    updated_at: 'never',
    version: 'never',
  },
  Endpoint: {
    id: 'never',
    workspace_id: 'never',
    url: 'asked',
    events: 'asked',
    status: 'always',
    secrets: 'hidden',
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
    endpoint_id: 'asked',
    event_id: 'asked',
    event_type: 'never',
    status: 'asked',
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
    endpoint_id: 'asked',
    since: 'asked',
    until: 'asked',
    status: 'asked',
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
export function toldFields(kind: AuditedKind, isAsked: boolean): [string, Telling][] {
  return Object.entries(FIELDS[kind] as Record<string, Telling>).filter(
    ([, telling]) => telling === 'always' || (isAsked && telling !== 'never'),
  );
}
