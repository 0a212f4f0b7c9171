import type { DynamoDBRecord } from 'aws-lambda';
import { expect } from 'vitest';
import type { AuditEntry } from '../../lib/audit/rules/audit-log.ts';
import { loadAuditHead, loadSegment } from '../../lib/audit/store/audit-log.ts';
import { succeed } from './api-harness.ts';
import type { Tenant } from './tenants.ts';
import { processStreamRecords, streamRecord, type WorkerHarness } from './worker-harness.ts';

/** Every change since the table was empty, each as one record whose name is the same in every read. */
export function streamOf(harness: WorkerHarness): DynamoDBRecord[] {
  return harness.table.changes().map(({ number, before, after }) => ({
    ...streamRecord(before, after),
    eventID: `event-${number}`,
  }));
}

/** Process every change so far, including those processed before. */
export async function followStream(harness: WorkerHarness): Promise<void> {
  expect(await processStreamRecords(streamOf(harness))).toEqual([]);
}

/** The whole audit log of a tenant, oldest first, as the table has it. */
export async function auditLog({ workspace }: Tenant): Promise<AuditEntry[]> {
  const { number } = await loadAuditHead(workspace.id);
  return [...(await loadSegment(workspace.id, 1, number, Date.now())).values()];
}

/** The response of `GET /audit/verify`. */
export async function verified(tenant: Tenant, query: Record<string, string> = {}) {
  const answer = await succeed('audit.verify', { token: tenant.token, query });
  return answer as {
    valid: boolean;
    checked: number;
    to: number;
    hash: string;
    head: { number: number; hash: string };
    first_broken: { number: number; reason: string } | null;
    complete: boolean;
    next: number | null;
  };
}
