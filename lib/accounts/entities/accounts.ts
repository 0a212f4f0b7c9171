import type { AuditModes } from '../../core/table/audit-modes.ts';
import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import type { Account } from '../rules/account.ts';
import type { AccountRemoval } from '../rules/account-removal.ts';
import type { MetricsSpending } from '../rules/metrics-budget.ts';

/** A connected platform account; its credentials, encrypted. */
export const accountEntity = /* @__PURE__ */ defineEntity<Account>({
  name: 'Account',
  pk: 'WS#{workspace_id}#ACCOUNT',
  sk: '{id}',
  due_pk: 'DUE#ACCOUNT#{shard}',
  due_sk: '{refresh_at}',
  resource: 'account',
});

// biome-ignore format: several fields per line keep the table readable.
export const accountAudit: AuditModes<Account> = {
  id: 'never', workspace_id: 'never', platform: 'on_request', external_id: 'on_request', name: 'on_request',
  is_default: 'always', handle: 'on_request', server: 'on_request', status: 'always', reconnect_reason: 'always',
  token_expires_at: 'on_request', is_refreshable: 'on_request', has_single_use_refresh: 'never', refresh_at: 'never',
  refresh_lease: 'never', refreshed_at: 'never', polling_paused_until: 'never', engagements_read_at: 'never',
  token_rejected_at: 'never', metrics_schedule: 'on_request', metrics_off_since: 'never',
  metrics_budget_micro_usd: 'on_request', metrics_budget_used_up_at: 'never', encrypted_secrets: 'redacted',
  inbound_since: 'on_request', created_at: 'never', updated_at: 'never', version: 'never',
};

export const accountLifecycle: Lifecycle = {
  ending: 'data',
  decides: true,
  ids: 'account',
  isExported: true,
  secrets: ['encrypted_secrets'],
};

/** Reserves the external id of an account: connecting it again keeps its id. */
export const accountReservationEntity = /* @__PURE__ */ defineEntity({
  name: 'AccountReservation',
  pk: 'WS#{workspace_id}#ACCOUNTRESERVATION',
  sk: '{platform}#{external_id_hash}',
});

export const accountReservationLifecycle: Lifecycle = { ending: 'data' };

/**
 * The cancellation of the pending entries of a deleted account, and its progress; the hash of its external id, by
 * which a retry finds the account when it is connected again; of the last account of a platform, its
 * `former_defaults`; expires after 366 days.
 */
export const accountRemovalEntity = /* @__PURE__ */ defineEntity<AccountRemoval>({
  name: 'AccountRemoval',
  pk: 'WS#{workspace_id}#ACCOUNTREMOVAL',
  sk: '{account_id}',
  due_pk: 'DUE#ACCOUNTREMOVAL#{shard}',
  due_sk: '{due_at}',
});

export const accountRemovalLifecycle: Lifecycle = { ending: 'data' };

/**
 * Names the default account of a platform; written in every transaction that adds or deletes an account of the
 * platform, so that there is always one; `former_defaults`: the hashes of the external ids of those that were deleted
 * as the default, at most ten, until a user chooses one.
 */
export const defaultAccountEntity = /* @__PURE__ */ defineEntity({
  name: 'DefaultAccount',
  pk: 'WS#{workspace_id}#DEFAULTACCOUNT',
  sk: '{platform}',
});

export const defaultAccountLifecycle: Lifecycle = { ending: 'data' };

/** The platform limit that an account reached last while publishing; expires when it ends. */
export const publishLimitEntity = /* @__PURE__ */ defineEntity({
  name: 'PublishLimit',
  pk: 'WS#{workspace_id}#PUBLISHLIMIT',
  sk: '{account_id}',
});

export const publishLimitLifecycle: Lifecycle = { ending: 'work' };

/**
 * What reading the metrics of an account has cost in a calendar month (UTC), reserved before each read; expires 31
 * days after the month.
 */
export const metricsSpendingEntity = /* @__PURE__ */ defineEntity<MetricsSpending>({
  name: 'MetricsSpending',
  pk: 'WS#{workspace_id}#METRICSSPENDING',
  sk: '{account_id}#{month}',
});

export const metricsSpendingLifecycle: Lifecycle = { ending: 'work' };

/**
 * An account whose platform may send webhooks, found by its id; the secrets that verify them, encrypted. In the
 * transaction of its Account.
 */
export const inboundAccountEntity = /* @__PURE__ */ defineEntity({
  name: 'InboundAccount',
  pk: 'INBOUND#{account_id}',
  sk: 'INBOUND',
});

export const inboundAccountLifecycle: Lifecycle = {
  ending: 'data',
  decides: true,
  found: [{ read: 'key', id: 'account', as: 'account_id' }],
};
