import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { callApi, currentTable, type Json, storedItems, type TestResponse } from '../api-harness.ts';
import type { Tenant } from '../tenants.ts';

/** Update an item. */
export const update = (tenant: Tenant, id: string, body: unknown) =>
  callApi('content.update', { token: tenant.token, params: { id }, body });

/** List schedule entries. */
export const entries = async (tenant: Tenant, query: Record<string, string> = {}) =>
  (await callApi('schedule.list', { token: tenant.token, query })).json.scheduled_posts as Json[];

/** Expect a 422 that names exactly these fields, and that nothing was stored. */
export function expectFields(answer: TestResponse, before: unknown, ...pointers: string[]): void {
  expect(answer.status, answer.text).toBe(422);
  const errors = answer.json.errors as { pointer: string }[];
  expect([...new Set(errors.map(({ pointer }) => pointer))]).toEqual(pointers);
  expect(storedItems(currentTable())).toEqual(before);
}

/** Wait, in real time, until an effect of another request is visible. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(5);
}
