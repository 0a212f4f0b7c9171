import { afterEach, beforeEach, expect } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { Account } from '../../lib/accounts/rules/account.ts';
import type { MetricsSchedule } from '../../lib/accounts/rules/metrics-schedule.ts';
import { loadAccount } from '../../lib/accounts/store/accounts.ts';
import { loadDefaultAccount } from '../../lib/accounts/store/default-accounts.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import { stage } from '../../lib/stack/stages.ts';
import { ACCOUNTS, startSimulator } from '../platforms/platforms.ts';
import { advanceTime, inSeconds, type Json, succeed } from './api-harness.ts';
import { newContent } from './resources.ts';
import { newToken, type Tenant } from './tenants.ts';
import { lambdaContext } from './worker-harness.ts';

export type SimulatedPlatforms = Awaited<ReturnType<typeof startSimulator>>;

/** Call once at the top of a test file, after the worker harness: every test has its own simulated platforms. */
export function simulatePlatforms(): () => SimulatedPlatforms {
  beforeEach(restartPlatforms);
  afterEach(stopPlatforms);
  return currentPlatforms;
}

/** Replace the simulated platforms of this test by new ones, which have no posts. */
export async function restartPlatforms(): Promise<void> {
  await stopPlatforms();
  simulated = await startSimulator();
  setPlatforms(simulated.origin);
}

async function stopPlatforms(): Promise<void> {
  await simulated?.[Symbol.asyncDispose]();
  simulated = undefined;
}

let simulated: SimulatedPlatforms | undefined;

/** The simulated platforms of this test. */
export function currentPlatforms(): SimulatedPlatforms {
  return simulated!;
}

/** Where the functions find the platforms from now on; `own` replaces some of them. */
export function setPlatforms(origin: string, own: Partial<Record<Platform, string>> = {}): void {
  const local = stage('local', Number(new URL(origin).port));
  process.env.SETTINGS = JSON.stringify({ ...local, platformUrls: { ...local.platformUrls, ...own } });
}

/** Return the tenant's default account of a platform, or null. */
export async function accountOn({ workspace }: Tenant, platform: Platform): Promise<Account | null> {
  const present = await loadDefaultAccount(workspace.id, platform);
  return present && loadAccount(workspace.id, present.account_id);
}

/** Connect the tenant's account of a platform. */
export async function connect(
  tenant: Tenant,
  platform: Platform,
  accessToken?: string,
  more: {
    external_id?: string;
    name?: string;
    expires_in?: number;
    refresh_token?: string;
    client_id?: string;
    client_secret?: string;
  } = {},
): Promise<Json> {
  const { externalId, accessToken: usual } = ACCOUNTS[platform];
  const credentials = { access_token: accessToken ?? usual, ...more };
  const own = PLATFORM_TABLE[platform].appPassword ? { app_password: 'app-password' } : credentials;
  const body = { platform, external_id: externalId, ...own };
  return succeed('accounts.create', { token: await newToken(tenant), body });
}

/** Set how the metrics of the tenant's default account of a platform are polled. */
export async function setMetrics(
  tenant: Tenant,
  platform: Platform,
  body: { metrics_schedule?: MetricsSchedule; metrics_budget?: { limit_usd: number | null } },
): Promise<Json> {
  const params = { id: (await accountOn(tenant, platform))!.id };
  return succeed('accounts.update', { token: await newToken(tenant), params, body });
}

export interface DueMessage {
  workspace_id: string;
  schedule_id: string;
}

/** An item scheduled for one platform, and the message that invokes its publish function. */
export async function scheduleContent(
  tenant: Tenant,
  platform: Platform,
  fields: Json = {},
  seconds = 60,
): Promise<{ contentId: string; dueMessage: DueMessage }> {
  // Instagram accepts no post without an image.
  const media = [{ url: 'https://media.example/a.jpg', type: 'image' }];
  const content = await newContent(tenant, {
    platforms: [platform],
    scheduled_at: inSeconds(seconds),
    ...(platform === 'instagram' ? { media } : {}),
    ...fields,
  });
  const [target] = content.targets as { schedule_id: string }[];
  return {
    contentId: content.id,
    dueMessage: { workspace_id: tenant.workspace.id, schedule_id: target!.schedule_id },
  };
}

/** The schedule entry that a message names. */
export async function loadDueEntry(dueMessage: DueMessage): Promise<ScheduleEntry> {
  const entry = await loadEntry(dueMessage.workspace_id, dueMessage.schedule_id);
  if (!entry) throw new Error('There is no such entry.');
  return entry;
}

/** Publish a new item of this tenant to a connected platform. */
export async function publishContent(tenant: Tenant, platform: Platform, fields: Json = {}): Promise<ScheduleEntry> {
  const { dueMessage } = await scheduleContent(tenant, platform, fields);
  advanceTime(60_000);
  await onPublishDue(dueMessage, lambdaContext());
  const entry = await loadDueEntry(dueMessage);
  expect(entry.state, JSON.stringify(entry.error)).toBe('published');
  return entry;
}
