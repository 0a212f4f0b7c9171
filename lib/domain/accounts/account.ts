import type { Platform } from '../platform.ts';

export const ACCOUNT_STATUSES = ['connected', 'needs_reconnect'] as const;

/** `needs_reconnect`: nobody but a person can get this account a new token. */
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

export const RECONNECT_REASONS = [
  'token_refused',
  'token_expires',
  'refresh_refused',
  'refresh_lost',
  'unreadable',
] as const;

/**
 * Why an account needs a person.
 * - `token_refused`: the platform does not accept the access token, and it cannot be refreshed.
 * - `token_expires`: the access token ends soon, and there is nothing to refresh it with.
 * - `refresh_refused`: the platform does not accept the refresh token.
 * - `refresh_lost`: a refresh may have been carried out and its answer is lost, with a refresh token that
 *   works once: using it again would end every token of the account.
 * - `unreadable`: its tokens cannot be decrypted, or were stored before they were encrypted.
 */
export type ReconnectReason = (typeof RECONNECT_REASONS)[number];

/** What opens an account. In the table only as `sealed`; never answered, never logged. */
export interface AccountSecrets {
  access_token: string;
  refresh_token: string | null;
  client_id: string | null;
  client_secret: string | null;
}

/** One try at refreshing a token. `id` is the fence; after `expires_at` its worker is dead. */
export interface RefreshLease {
  id: string;
  expires_at: string;
}

/** An account of a platform that a workspace publishes from; one per platform. */
export interface Account {
  id: string;
  workspace_id: string;
  platform: Platform;
  /** The platform's own id of it. */
  external_id: string;
  status: AccountStatus;
  reconnect_reason: ReconnectReason | null;
  /** When the access token ends. Null: nobody said. */
  token_expires_at: string | null;
  /** There is something to refresh the token with. */
  is_refreshable: boolean;
  /** When the token is refreshed, or a person is told that it cannot be. Null: at no time. */
  refresh_at: string | null;
  refresh_lease: RefreshLease | null;
  refreshed_at: string | null;
  /** Until then its platform is asked for no numbers: a limit was met. Absent: none was. */
  polling_paused_until?: string;
  /** The secrets, encrypted; null for an account that was stored before they were. */
  encrypted_secrets: string | null;
  /** Since when the platform may send webhooks with what was given for that; absent or null: it may not. */
  inbound_since?: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

/** What a person connects: the platform's own id of the account, and what opens it. */
export interface Connection {
  external_id: string;
  secrets: AccountSecrets;
  expires_in_seconds: number | null;
  /** What the platform's webhooks are checked with was given too. */
  has_inbound?: boolean;
}

/** An account as the API shows it: without anything that opens it. */
export function toAccountView(account: Account): Record<string, unknown> {
  return {
    id: account.id,
    platform: account.platform,
    external_id: account.external_id,
    status: account.status,
    reconnect_reason: account.reconnect_reason,
    token_expires_at: account.token_expires_at,
    is_refreshable: account.is_refreshable,
    refreshed_at: account.refreshed_at,
    created_at: account.created_at,
    updated_at: account.updated_at,
  };
}
