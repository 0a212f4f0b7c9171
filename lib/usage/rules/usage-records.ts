import type { Account } from '../../accounts/rules/account.ts';
import type { AccountRemoval } from '../../accounts/rules/account-removal.ts';
import type { MetricsSpending } from '../../accounts/rules/metrics-budget.ts';
import { readPriceMicroUsd } from '../../accounts/rules/metrics-schedule.ts';
import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { Content } from '../../content/rules/content.ts';
import type { MediaAsset } from '../../media/rules/media-asset.ts';
import { attemptCount, type Delivery } from '../../webhooks/rules/webhook-delivery.ts';
import type { SomeAmounts } from './amounts.ts';
import { dayOf } from './usage-day.ts';
import type { UsageGroup } from './usage-groups.ts';

/**
 * What one change of an item adds to a day. `source` follows from the change, so that a change that is delivered again
 * writes the same record. With a `version`, that of the item, a record replaces those of lower versions.
 */
export type UsageRecord = UsageGroup & { workspace_id: string; day: string; source: string; version?: number };

/** A change of an item of the table. */
type Change<T> = readonly [before: T | null, after: T | null];

const NO_OWNER = { platform: null, account_id: null };

/** Count a new content item, on the day of its creation. */
export function recordsOfContent(...[before, after]: Change<Content>): UsageRecord[] {
  if (before || !after) return [];
  const { workspace_id, id, created_at } = after;
  return [{ ...NO_OWNER, workspace_id, day: dayOf(created_at), source: `item.${id}`, amounts: { items: 1 } }];
}

/** Count the bytes that a file has once it is ready, with its adaptations, on the day on which it was added. */
export function recordsOfMedia(...[before, after]: Change<MediaAsset>): UsageRecord[] {
  if (!after || bytesOf(before) === bytesOf(after)) return [];
  const { workspace_id, id, created_at, version } = after;
  const amounts: SomeAmounts = bytesOf(after) === 0 ? {} : { media_bytes: bytesOf(after) };
  return [{ ...NO_OWNER, workspace_id, day: dayOf(created_at), source: `media.${id}`, amounts, version }];
}

function bytesOf(asset: MediaAsset | null): number {
  return asset?.status === 'ready' ? (asset.storage_bytes ?? 0) : 0;
}

/** Count each attempt of a delivery, on its day. A delivery that is replayed can succeed several times. */
export function recordsOfDelivery(...[before, after]: Change<Delivery>): UsageRecord[] {
  if (!after) return [];
  const { workspace_id, id, status } = after;
  const known = before ? attemptCount(before) : 0;
  return after.attempts
    .filter(({ number }) => number > known)
    .map(({ number, at }) => {
      const isSuccess = status === 'delivered' && number === attemptCount(after);
      const amounts = { delivery_attempts: 1, ...(isSuccess ? { deliveries: 1 } : {}) };
      return { ...NO_OWNER, workspace_id, day: dayOf(at), source: `delivery.${id}.${number}`, amounts };
    });
}

/** Count what the platform charges for the reads of metrics; a reservation that is given back is negative. */
export function recordsOfSpending(...[before, after]: Change<MetricsSpending>): UsageRecord[] {
  // Items of earlier versions have neither, until their next change.
  if (!after?.platform || !after.charged_at) return [];
  const { workspace_id, account_id, platform, change_id } = after;
  const platform_micro_usd = after.micro_usd - (before?.micro_usd ?? 0);
  if (platform_micro_usd === 0) return [];
  const metric_reads = Math.round(platform_micro_usd / readPriceMicroUsd({ id: account_id, platform }));
  const amounts = { platform_micro_usd, metric_reads };
  return [{ workspace_id, day: dayOf(after.charged_at), source: `reads.${change_id}`, platform, account_id, amounts }];
}

/** Count a new account, on the day of its creation. Those of the sandbox do not count. */
export function recordsOfAccount(...[before, after]: Change<Account>): UsageRecord[] {
  if (before || !after || isSandboxAccountId(after.id)) return [];
  return [accountRecord('added', { ...after, account_id: after.id })];
}

/** Count the removal of an account, on its day. */
export function recordsOfRemoval(...[before, after]: Change<AccountRemoval>): UsageRecord[] {
  if (!after || before?.created_at === after.created_at || isSandboxAccountId(after.account_id)) return [];
  return [accountRecord('removed', after)];
}

function accountRecord(
  change: 'added' | 'removed',
  {
    workspace_id,
    account_id,
    platform,
    created_at,
  }: Pick<AccountRemoval, 'workspace_id' | 'account_id' | 'platform' | 'created_at'>,
): UsageRecord {
  const source = `account.${account_id}.${change}.${created_at}`;
  const amounts = { [`accounts_${change}`]: 1 };
  return { workspace_id, day: dayOf(created_at), source, platform, account_id, amounts };
}
