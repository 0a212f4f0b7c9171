import { pick } from '../../core/values/pick.ts';
import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { FormerDefault } from './former-defaults.ts';
import { type MetricsSchedule, metricsScheduleOf } from './metrics-schedule.ts';
import { isSandboxAccountId } from './sandbox-account.ts';

export const ACCOUNT_STATUSES = ['connected', 'needs_reconnect'] as const;

/** `needs_reconnect`: the account needs new credentials from its owner. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const RECONNECT_REASONS = [
  'token_refused',
  'token_expires',
  'refresh_refused',
  'refresh_lost',
  'unreadable',
] as const;

/**
 * Why an account must be reconnected.
 * - `token_refused`: the platform rejects the access token, and it cannot be refreshed.
 * - `token_expires`: the access token expires soon and cannot be refreshed.
 * - `refresh_refused`: the platform rejects the refresh token.
 * - `refresh_lost`: the response to a refresh with a single-use token was lost; reusing it would revoke every token of
 * the account.
 * - `unreadable`: the credentials cannot be decrypted.
 */
export type ReconnectReason = (typeof RECONNECT_REASONS)[number];

/** A running token refresh. `id` is the fencing token; after `expires_at` its worker has crashed. */
export type RefreshLease = { id: string; expires_at: string };

/** A platform account a workspace publishes with. */
export interface Account {
  id: string;
  workspace_id: string;
  platform: Platform;
  external_id: string; // The id of the account on the platform.
  name: string;
  is_default: boolean; // Whether content that names no account of the platform goes here. One account per platform.
  /**
   * The name by which people know the account, e.g. `acme.bsky.social`; absent or null where the platform does not
   * tell.
   */
  handle?: string | null;
  /** The URL of the account's own server; absent or null where the platform has only one. */
  server?: string | null;
  status: AccountStatus;
  reconnect_reason: ReconnectReason | null;
  token_expires_at: string | null; // Expiry of the access token. Null if unknown.
  is_refreshable: boolean; // Whether the token can be refreshed automatically.
  has_single_use_refresh?: true; // The refresh token works once, unlike others on this platform.
  refresh_at: string | null; // Time of the next refresh, or of the notice that it is impossible. Null if there is none.
  refresh_lease: RefreshLease | null;
  refreshed_at: string | null;
  /** When the platform rejected a token of this account, and has not accepted one since; absent or null if it has. */
  token_rejected_at?: string | null;
  /** Metric polls are paused until this time because of a platform limit. Absent if there was none. */
  polling_paused_until?: string;
  /** Comments and mentions are read until this time. Absent before the first poll, and where webhooks report them. */
  engagements_read_at?: string;
  /** When metrics are polled. Absent: the default of the platform. */
  metrics_schedule?: MetricsSchedule;
  metrics_off_since?: string; // When the schedule became `off`. Absent while it is another one.
  /** The most that reading metrics may cost in a calendar month (UTC), in micro-dollars. Absent: no limit. */
  metrics_budget_micro_usd?: number;
  /** When the budget was last used up. The event and the emails follow from its change. Absent if it never was. */
  metrics_budget_used_up_at?: string;
  encrypted_secrets: string | null; // The encrypted credentials. Null if there are none.
  inbound_since?: string | null; // Time since which inbound webhooks are configured; absent or null if they are not.
  created_at: string;
  updated_at: string;
  version: number;
}

/** Names the default account of a workspace on a platform. Every account that is added or deleted there changes it. */
export interface DefaultAccount {
  workspace_id: string;
  platform: Platform;
  account_id: string;
  is_chosen?: true; // A user has made it the default.
  former_defaults?: FormerDefault[]; // Since a user has chosen. Absent: none.
  version: number;
}

/** The input for connecting an account. */
export interface Connection {
  external_id: string;
  name?: string | undefined; // The name it gets; without one, the present name or the external id.
  handle?: string | null;
  server?: string | null;
  secrets: AccountSecrets;
  expires_in_seconds: number | null;
  has_inbound?: boolean; // Whether secrets for inbound webhooks were provided.
}

/** Build the API representation of an account, without credentials. */
export function toAccountView(account: Account): Record<string, unknown> {
  return {
    ...pick(account, 'id', 'platform', 'external_id', 'name', 'is_default'),
    sandbox: isSandboxAccountId(account.id),
    handle: account.handle ?? null,
    server: account.server ?? null,
    ...pick(account, 'status', 'reconnect_reason', 'token_expires_at'),
    ...pick(account, 'is_refreshable', 'refreshed_at', 'created_at', 'updated_at'),
    metrics_schedule: metricsScheduleOf(account),
  };
}

/** The ids of the default accounts of a workspace, by platform. Absent where no account is connected. */
export type DefaultAccounts = Partial<Record<Platform, string>>;
