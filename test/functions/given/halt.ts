import timers from 'node:timers/promises';
import { expect, vi } from 'vitest';
import { handler as onSweepDue } from '../../../functions/on-sweep-due.ts';
import { LEASE_SECONDS } from '../../../lib/core/retry/lease.ts';
import type { HaltRelease } from '../../../lib/halts/rules/halt-release.ts';
import { advanceTime, callApi, type Json, succeed } from '../api-harness.ts';
import { newToken, type Tenant } from '../tenants.ts';
import { currentHarness, processAllChanges, storedRecords } from '../worker-harness.ts';

export interface HaltView {
  id: string;
  scope: unknown;
  reason: string;
  created_by: string;
  created_at: string;
}

/** Request a halt. The wait before the response moves the clock, and takes no time. */
export async function requestHalt(tenant: Tenant, scope: unknown = 'workspace', reason = 'A wrong campaign.') {
  const token = await newToken(tenant);
  return withoutPauses(() => callApi('halts.create', { token, body: { scope, reason } }));
}

/** Run something whose waits move the clock, and take no time. */
export async function withoutPauses<T>(run: () => Promise<T>): Promise<T> {
  const pauses = vi.spyOn(timers, 'setTimeout').mockImplementation(async (ms) => advanceTime(ms ?? 0) as never);
  try {
    return await run();
  } finally {
    pauses.mockRestore();
  }
}

/** Halt publishing. */
export async function halt(tenant: Tenant, scope: unknown = 'workspace'): Promise<HaltView> {
  const { status, json, text } = await requestHalt(tenant, scope);
  expect(status, text).toBe(201);
  return json as unknown as HaltView;
}

/** End a halt, without the release that follows. */
export async function endHalt(tenant: Tenant, id: string, query: Record<string, string> = {}): Promise<Json> {
  const token = await newToken(tenant);
  const json = await succeed('halts.delete', { token, params: { id }, query });
  return json;
}

/** End a halt, and process what follows at once. */
export async function resume(tenant: Tenant, id: string, query: Record<string, string> = {}): Promise<Json> {
  const response = await endHalt(tenant, id, query);
  await processAllChanges(currentHarness());
  return response;
}

/** Let the last step of every release happen, after all workers that knew the halt have ended. */
export async function finishReleases(): Promise<void> {
  advanceTime((LEASE_SECONDS.attempt + 60) * 1000);
  await onSweepDue();
  await processAllChanges(currentHarness());
}

/** The releases in the table. */
export const releases = () => storedRecords<HaltRelease>(currentHarness(), 'HaltRelease');
