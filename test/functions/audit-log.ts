import type { DynamoDBRecord } from 'aws-lambda';
import { expect } from 'vitest';
import type { AuditEntry } from '../../lib/domain/audit.ts';
import { loadAuditHead, loadStretch } from '../../lib/table/audit.ts';
import { type BackDoor, follow, streamRecord } from './back-door.ts';
import { ask } from './front-door.ts';
import type { Tenant } from './tenants.ts';

/** Every change since the table was empty, each as one record that has the same name whenever it is read. */
export function streamOf(house: BackDoor): DynamoDBRecord[] {
  return house.table.changes().map(({ number, before, after }) => ({
    ...streamRecord(before, after),
    eventID: `event-${number}`,
  }));
}

/** Follows every change so far, those that were followed before too. */
export async function followStream(house: BackDoor): Promise<void> {
  expect(await follow(streamOf(house))).toEqual([]);
}

/** The whole audit log of a tenant, oldest first, as the table has it. */
export async function auditLog({ workspace }: Tenant): Promise<AuditEntry[]> {
  const { number } = await loadAuditHead(workspace.id);
  return [...(await loadStretch(workspace.id, 1, number)).values()];
}

/** What `GET /audit/verify` answers. */
export async function verified(tenant: Tenant, query: Record<string, string> = {}) {
  const answer = await ask('audit.verify', { token: tenant.token, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.json as {
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
