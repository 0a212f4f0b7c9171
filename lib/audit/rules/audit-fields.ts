import type { Account } from '../../accounts/rules/account.ts';
import type { WorkspaceApp } from '../../accounts/rules/connect/platform-app.ts';
import type { Content } from '../../content/rules/content.ts';
import type { Label } from '../../content/rules/labels.ts';
import type { ReviewComment } from '../../content/rules/review-comment.ts';
import type { ReviewLink } from '../../content/rules/review-link.ts';
import type { Export } from '../../exports/rules/export.ts';
import type { CalendarFeed } from '../../feeds/rules/calendar-feed.ts';
import type { Halt } from '../../halts/rules/halt.ts';
import type { ApiKey } from '../../identity/rules/api-key.ts';
import type { Invitation } from '../../identity/rules/invitation.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { Passkey } from '../../identity/rules/passkey.ts';
import type { Session } from '../../identity/rules/session.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Import } from '../../imports/rules/import.ts';
import type { LinkRules } from '../../link-rules/rules/link-rule.ts';
import type { MediaAsset } from '../../media/rules/media-asset.ts';
import type { Queue } from '../../queues/rules/queue.ts';
import type { Recurrence } from '../../recurrences/rules/recurrence.ts';
import type { Template } from '../../templates/rules/template.ts';
import type { Recovery } from '../../webhooks/rules/recovery.ts';
import type { Delivery } from '../../webhooks/rules/webhook-delivery.ts';
import type { WebhookEndpoint } from '../../webhooks/rules/webhook-endpoint.ts';
import type { AuditedKind } from './resource-types.ts';

/** The entities whose changes are logged. */
export interface AuditedRecords {
  Workspace: Workspace;
  WorkspaceSettings: WorkspaceSettings;
  Member: Member;
  Invitation: Invitation;
  ApiKey: ApiKey;
  Content: Content;
  Label: Label;
  Account: Account;
  WorkspaceApp: WorkspaceApp;
  Endpoint: WebhookEndpoint;
  Delivery: Delivery;
  Recovery: Recovery;
  ReviewComment: ReviewComment;
  ReviewLink: ReviewLink;
  Session: Session;
  Passkey: Passkey;
  MediaAsset: MediaAsset;
  Template: Template;
  Halt: Halt;
  Queue: Queue;
  LinkRules: LinkRules;
  Recurrence: Recurrence;
  CalendarFeed: CalendarFeed;
  Export: Export;
  Import: Import;
}

/**
 * How a field is logged: for every change, only for requested ones, as those with hidden values, as those with URLs
 * without query and fragment (signed URLs are secrets), or never.
 */
export type AuditMode = 'always' | 'on_request' | 'redacted' | 'redacted_urls' | 'never';

/** All fields of all audited records. A missing field does not compile. */
// biome-ignore format: several fields per line keep the table readable.
const FIELDS: { [K in AuditedKind]: Record<keyof AuditedRecords[K], AuditMode> } = {
  Workspace: {
    id: 'never', name: 'always', plan: 'always', requests_per_minute: 'always', cursor_secret: 'never',
    created_at: 'never',
  },
  WorkspaceSettings: {
    id: 'never', workspace_id: 'never', approval: 'always', approval_method: 'always', approver_roles: 'always', authors_may_approve: 'always', time_zone: 'always', halts: 'never', duplicate_guard_hours: 'always', version: 'never',
  },
  Member: {
    id: 'never', workspace_id: 'never', name: 'always', email: 'always', role: 'always', permissions: 'always',
    former_ids: 'always', sessions_ended_at: 'always', created_at: 'never', version: 'never',
  },
  Invitation: {
    id: 'never', workspace_id: 'never', email: 'always', role: 'always', permissions: 'always', status: 'always',
    invited_by: 'never', created_at: 'never', send_count: 'on_request', email_lease_expires_at: 'never', sent_at: 'never', expires_at: 'always',
    mail: 'never', accepted_at: 'never', user_id: 'always', version: 'never',
  },
  ApiKey: {
    client_id: 'never', name: 'always', secret_hash: 'redacted', secret_number: 'never', retired_secrets: 'redacted',
    workspace_id: 'never', user_id: 'always', permissions: 'always', allowed_ips: 'always', hourly_limit: 'always', agent: 'always',
    expires_at: 'always', revoked_at: 'always', created_at: 'never', rerolled_at: 'always', oauth_client: 'always', is_counted_apart: 'never',
    audience: 'always', refresh: 'never', revoked_for_reuse: 'always', version: 'never',
  },
  // Schedule entries are logged through the targets of their item.
  Content: {
    id: 'never', workspace_id: 'never', title: 'on_request', description: 'on_request', platforms: 'on_request', accounts: 'on_request',
    media: 'redacted_urls', thread: 'redacted_urls', first_comment: 'on_request', platform_options: 'redacted_urls', mention_options: 'never', link_cards: 'redacted_urls', link_parameters: 'on_request', status: 'always', idle_status: 'never',
    scheduled_at: 'on_request', scheduled_local: 'on_request', queue: 'on_request', last_schedule: 'never', last_cancellation: 'never', last_publication: 'never', targets: 'always', approval: 'always', editors: 'never', agents: 'on_request',
    labels: 'on_request', campaign: 'on_request', metadata: 'on_request', recurrence: 'always', duplicate_of: 'always',
    created_by: 'never', created_at: 'never', updated_at: 'never', version: 'never',
  },
  Label: {
    id: 'never', workspace_id: 'never', kind: 'on_request', name: 'on_request', created_by: 'never', created_at: 'never', version: 'never',
  },
  LinkRules: { id: 'never', workspace_id: 'never', rules: 'always', version: 'never' },
  Account: {
    id: 'never', workspace_id: 'never', platform: 'on_request', external_id: 'on_request', name: 'on_request', is_default: 'always',
    handle: 'on_request', server: 'on_request', status: 'always', reconnect_reason: 'always', token_expires_at: 'on_request',
    is_refreshable: 'on_request', has_single_use_refresh: 'never', refresh_at: 'never',
    refresh_lease: 'never', refreshed_at: 'never', polling_paused_until: 'never', engagements_read_at: 'never',
    token_rejected_at: 'never', metrics_schedule: 'on_request', metrics_off_since: 'never',
    metrics_budget_micro_usd: 'on_request', metrics_budget_used_up_at: 'never',
    encrypted_secrets: 'redacted', inbound_since: 'on_request', created_at: 'never', updated_at: 'never', version: 'never',
  },
  WorkspaceApp: {
    id: 'never', workspace_id: 'never', platform: 'on_request', client_id: 'on_request', encrypted_secrets: 'redacted',
    scopes: 'on_request', created_at: 'never', updated_at: 'never', version: 'never',
  },
  Endpoint: {
    id: 'never', workspace_id: 'never', url: 'redacted_urls', events: 'on_request', status: 'always', secrets: 'redacted',
    retired_secrets: 'never', paused_reason: 'always', disabled_reason: 'always', failing_since: 'never',
    warned_at: 'always', slow_since: 'never', is_verified: 'never', authorized_by: 'always', agent: 'on_request', active_since: 'never', created_at: 'never', updated_at: 'never', version: 'never',
  },
  // Deliveries and recoveries change automatically, so only requested changes are logged.
  Delivery: {
    id: 'never', workspace_id: 'never', endpoint_id: 'on_request', event_id: 'on_request', event_type: 'never',
    status: 'on_request', attempts: 'never', attempts_before_replay: 'never',
    lease_expires_at: 'never', lease_id: 'never', next_attempt_at: 'never', deferred_since: 'never',
    created_at: 'never', version: 'never',
  },
  Recovery: {
    id: 'never', workspace_id: 'never', endpoint_id: 'on_request', since: 'on_request', until: 'on_request',
    status: 'on_request', cursor: 'never', due_at: 'never', created_at: 'never', version: 'never',
  },
  ReviewComment: {
    id: 'never', workspace_id: 'never', content_id: 'on_request', author_id: 'on_request', author_name: 'never', agent_key: 'on_request', agent_name: 'never', body: 'redacted', created_at: 'never',
  },
  ReviewLink: {
    id: 'never', workspace_id: 'never', content_id: 'on_request', name: 'on_request', permission: 'on_request', token_hash: 'redacted',
    created_by: 'never', client_id: 'never', created_at: 'never', expires_at: 'on_request', revoked_at: 'on_request', last_used_at: 'never', comment_count: 'never', last_comments: 'never', version: 'never',
  },
  // Sign-in and sign-out. The requests for access tokens between them change no logged field.
  Session: {
    id: 'never', workspace_id: 'never', user_id: 'always', token_hash: 'redacted', created_at: 'never', last_used_at: 'never',
    sessions_ended_at: 'never', version: 'never',
  },
  // The public key and its id identify the device of a person.
  Passkey: {
    id: 'never', workspace_id: 'never', user_id: 'always', name: 'always', credential_id: 'redacted', public_key: 'redacted', signing_key: 'never', transports: 'never',
    counter: 'never', created_at: 'never', last_used_at: 'never', version: 'never',
  },
  MediaAsset: {
    id: 'never', workspace_id: 'never', status: 'on_request', upload_bytes: 'on_request', inspections: 'never', source_url: 'redacted_urls', file: 'on_request',
    error: 'on_request', storage_bytes: 'never', reference_count: 'never', agent_key: 'on_request', agent_budget_bytes: 'never', created_by: 'never', created_at: 'never', updated_at: 'never', expires_at: 'never', version: 'never',
  },
  Template: {
    id: 'never', workspace_id: 'never', name: 'always', kind: 'always', text: 'always', variables: 'always', accounts: 'always', handles: 'always',
    platform_options: 'redacted_urls', created_by: 'never', created_at: 'never', updated_at: 'never', version: 'never',
  },
  Halt: {
    id: 'never', workspace_id: 'never', scope: 'always', reason: 'always', created_by: 'never', created_at: 'never',
  },
  // The slot of a post is logged with its item.
  Queue: {
    id: 'never', workspace_id: 'never', name: 'always', accounts: 'always', slots: 'always', time_zone: 'always', paused: 'always',
    posts: 'never', created_at: 'never', updated_at: 'never', version: 'never',
  },
  // Its progress is logged through the items that it makes.
  Recurrence: {
    id: 'never', workspace_id: 'never', name: 'always', title: 'always', description: 'always', platforms: 'always', accounts: 'always',
    media: 'redacted_urls', thread: 'redacted_urls', first_comment: 'always', platform_options: 'redacted_urls', labels: 'always', campaign: 'always', metadata: 'always',
    variations: 'always', rule: 'always', starts_on: 'always', time: 'always', time_zone: 'always', excluded_dates: 'always', cooldown_posts: 'always', paused: 'always', paused_from: 'always', left_out_until: 'always', status: 'always',
    first_number: 'never', next_date: 'never', replacement: 'never', settings_since: 'never', held: 'never', deferred: 'never', retry_at: 'never', last_problem: 'never', last_change: 'never', due_at: 'never',
    created_by: 'never', created_at: 'never', updated_at: 'never', version: 'never',
  },
  CalendarFeed: {
    id: 'never', workspace_id: 'never', name: 'always', scope: 'always', token_hash: 'redacted', created_by: 'always',
    created_at: 'never', version: 'never',
  },
  // It changes automatically, so only its creation is logged: who has taken which data.
  Export: {
    id: 'never', workspace_id: 'never', kind: 'on_request', format: 'on_request', from: 'on_request', to: 'on_request', status: 'never', cursor: 'never',
    upload: 'never', rest: 'never', row_count: 'never', size_bytes: 'never', due_at: 'never', created_by: 'on_request', created_at: 'never', completed_at: 'never', version: 'never',
  },
  // The rows of a file are not logged here: each item that an import creates or removes has its own entry.
  Import: {
    id: 'never', workspace_id: 'never', name: 'on_request', format: 'on_request', upload_bytes: 'never', status: 'on_request', is_dry_run: 'on_request', source: 'never',
    columns: 'never', mapping: 'on_request', has_own_mapping: 'never', defaults: 'on_request', corrections: 'never', position: 'never', parts: 'never', part_problems: 'never', progress: 'never',
    result: 'never', row_count: 'never', valid_count: 'never', invalid_count: 'never', created_count: 'never', failed_count: 'never', removed_count: 'never', kept_count: 'never',
    problem: 'never', run_by: 'never', phase_at: 'never', due_at: 'never', created_by: 'on_request', created_at: 'never', completed_at: 'never', version: 'never',
  },
};

/** List the logged fields of an entity with their modes. `isRequested`: the change was made by a request. */
export function auditedFields(kind: AuditedKind, isRequested: boolean): [string, AuditMode][] {
  return Object.entries(FIELDS[kind] as Record<string, AuditMode>).filter(
    ([, mode]) => mode === 'always' || (isRequested && mode !== 'never'),
  );
}
