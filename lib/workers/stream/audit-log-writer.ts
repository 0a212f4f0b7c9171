import { createHash } from 'node:crypto';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { sha256 } from '../../crypto/sha256.ts';
import { fieldChanges } from '../../domain/audit/audit-diff.ts';
import { type AuditedKind, isAudited } from '../../domain/audit/audit-fields.ts';
import { type AuditDraft, type AuditStamp, appendEntries } from '../../domain/audit/audit-log.ts';
import { makeId } from '../../domain/id.ts';
import { formatInstant } from '../../domain/timestamps.ts';
import {
  appendWrites,
  loadAudited,
  loadAuditHead,
  MAX_ENTRIES_PER_TRANSACTION,
} from '../../table/audit-log.ts';
import { actorOfChange, loadTombstoneActors } from '../../table/audit-stamps.ts';
import { commit } from '../../table/commit.ts';
import { RETRY_POLICIES, retryOnConflict } from '../../table/conflict.ts';
import { fromItem, type Item } from '../../table/schema.ts';

/** One change of an audited item, as the stream tells it. */
interface StreamChange {
  record: DynamoDBRecord;
  kind: AuditedKind;
  workspaceId: string;
  resourceId: string;
  before: object | null;
  after: object | null;
  by: AuditStamp | null;
}

/** A draft with the name of the stream record it is made of. */
interface NamedDraft {
  changeId: string;
  draft: AuditDraft;
}

/**
 * Appends what these changes tell to the audit logs of their workspaces, in the order in which they come, each
 * once however often it comes. Answers those that failed, with the error.
 */
export async function appendToAuditLog(
  changes: DynamoDBRecord[],
  nowMs: number,
): Promise<Map<DynamoDBRecord, unknown>> {
  const failures = new Map<DynamoDBRecord, unknown>();
  const audited = changes.flatMap((record) => {
    try {
      return parseStreamChange(record) ?? [];
    } catch (error) {
      // One that cannot be read fails by itself.
      failures.set(record, error);
      return [];
    }
  });
  const byWorkspace = Map.groupBy(audited, ({ workspaceId }) => workspaceId);
  await Promise.all(
    [...byWorkspace].map(async ([workspaceId, its]) => {
      try {
        await append(workspaceId, await toDrafts(its, nowMs), nowMs);
      } catch (error) {
        for (const { record } of its) failures.set(record, error);
      }
    }),
  );
  return failures;
}

function parseStreamChange(record: DynamoDBRecord): StreamChange | null {
  const before = parseImage(record.dynamodb?.OldImage);
  const after = parseImage(record.dynamodb?.NewImage);
  const kind = (after ?? before)?.entity;
  // What the table deletes because its time is over was decided when that time was set.
  if (!isAudited(kind) || record.userIdentity?.principalId === 'dynamodb.amazonaws.com') return null;
  const [was, is] = [before && fromItem<object>(before), after && fromItem<object>(after)];
  const known = (is ?? was) as Record<string, unknown>;
  return {
    record,
    kind,
    workspaceId: String(kind === 'Workspace' ? known.id : known.workspace_id),
    resourceId: String(kind === 'ApiKey' ? known.client_id : known.id),
    before: was,
    after: is,
    by: actorOfChange(before, after),
  };
}

/** What the changes of one workspace tell, without those that are no news. */
async function toDrafts(changes: StreamChange[], nowMs: number): Promise<NamedDraft[]> {
  const removed = changes.filter(({ after }) => after === null);
  const removers = await loadTombstoneActors(
    removed.map(({ workspaceId, resourceId }) => ({ workspace_id: workspaceId, removed_id: resourceId })),
  );
  return changes.flatMap((change) => {
    const place = removed.indexOf(change);
    return toDraft(place < 0 ? change : { ...change, by: removers[place] ?? null }, nowMs) ?? [];
  });
}

function toDraft(change: StreamChange, nowMs: number): NamedDraft | null {
  const { record, kind, workspaceId, resourceId, before, after, by } = change;
  const changes = fieldChanges(kind, before, after, by !== null, sha256);
  if (!changes) return null;
  const changeId = getChangeId(record);
  // The stream knows the time of a change to the second.
  const seconds = record.dynamodb?.ApproximateCreationDateTime;
  const at = by?.at ?? formatInstant(seconds === undefined ? nowMs : seconds * 1000);
  const entropy = createHash('sha256').update(`${workspaceId}\n${changeId}`).digest();
  const draft: AuditDraft = {
    id: makeId('audit', Date.parse(at), entropy),
    at,
    actor: {
      type: by?.type ?? 'service',
      user_id: by?.user_id ?? null,
      client_id: by?.client_id ?? null,
    },
    source_ip: by?.source_ip ?? null,
    request_id: by?.request_id ?? null,
    operation: by?.operation ?? null,
    resource: { type: kind.toLowerCase() as AuditDraft['resource']['type'], id: resourceId },
    action: !before ? 'created' : after ? 'updated' : 'deleted',
    changes,
  };
  return { changeId, draft };
}

async function append(workspaceId: string, named: NamedDraft[], nowMs: number): Promise<void> {
  for (let start = 0; start < named.length; start += MAX_ENTRIES_PER_TRANSACTION) {
    await appendBatch(workspaceId, named.slice(start, start + MAX_ENTRIES_PER_TRANSACTION), nowMs);
  }
}

/**
 * Append at most one transaction of entries. After a conflict, drop those that another run has appended and
 * append the rest after the new head.
 */
async function appendBatch(workspaceId: string, named: NamedDraft[], nowMs: number): Promise<void> {
  let left = named;
  await retryOnConflict(RETRY_POLICIES.auditLog, async (attempt) => {
    if (attempt > 1) {
      const audited = await loadAudited(
        workspaceId,
        left.map(({ changeId }) => changeId),
      );
      left = left.filter(({ changeId }) => !audited.has(changeId));
    }
    if (left.length === 0) return;
    const before = await loadAuditHead(workspaceId);
    const drafts = left.map(({ draft }) => draft);
    const { entries, head } = appendEntries(before, drafts, formatInstant(nowMs), sha256);
    const changeIds = left.map(({ changeId }) => changeId);
    await commit(appendWrites(before, head, entries, changeIds, nowMs));
  });
}

/** The one name of a stream record: the same however often, and by whomever, it is read. */
function getChangeId({ eventID, dynamodb }: DynamoDBRecord): string {
  return eventID ?? `${JSON.stringify(dynamodb?.Keys)} ${dynamodb?.SequenceNumber}`;
}

function parseImage(image: unknown): Item | null {
  return image ? unmarshall(image as never) : null;
}
