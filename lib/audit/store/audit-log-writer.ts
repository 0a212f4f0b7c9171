import { randomBytes } from 'node:crypto';
import type { DynamoDBRecord } from 'aws-lambda';
import { settings } from '../../core/config/settings.ts';
import { entropyOf, sha256 } from '../../core/crypto/sha256.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { splitIntoParts } from '../../core/stream/batches.ts';
import { changeTime, isExpiry, parseEach, parseImages, parseRecord } from '../../core/stream/stream-record.ts';
import { actorOfChange, loadTombstoneActors } from '../../core/table/audit-stamps-and-tombstones.ts';
import { commit, tryCommit } from '../../core/table/commit.ts';
import type { Item } from '../../core/table/schema.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { isId, makeId } from '../../core/values/id.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { fieldChanges, hideValues } from '../rules/audit-diff.ts';
import { type AuditDraft, appendEntries, ERASURE, toAuditActor } from '../rules/audit-log.ts';
import { type AuditedKind, RESOURCE_TYPES } from '../rules/resource-types.ts';
import { claimChanges, entryWrites, headWrite, loadAuditTail, MAX_ENTRIES_PER_TRANSACTION } from './audit-log.ts';

/** One change of an audited item. */
type AuditedChange = NonNullable<ReturnType<typeof parseAuditedChange>>;

/**
 * Append changes to the audit logs of their workspaces, in the order of the stream. A change that the stream
 * delivers again is appended once. Returns the error of each change that failed.
 */
export async function appendToAuditLog(changes: DynamoDBRecord[], nowMs: number) {
  const failures = new Map<DynamoDBRecord, unknown>();
  const audited = parseEach(changes, parseAuditedChange, failures);
  const byWorkspace = Map.groupBy(audited, ({ workspaceId }) => workspaceId);
  await Promise.all(
    [...byWorkspace].map(async ([workspaceId, group]) => {
      try {
        const drafts = await toDrafts(group, nowMs);
        for (const part of splitIntoParts(drafts, MAX_ENTRIES_PER_TRANSACTION)) await append(workspaceId, part, nowMs);
      } catch (error) {
        for (const { record } of group) failures.set(record, error);
      }
    }),
  );
  return failures;
}

function parseAuditedChange(record: DynamoDBRecord) {
  const images = parseImages(record);
  const kind = (images.after ?? images.before)?.entity;
  // An expiry was decided by an earlier change, which set the time.
  if (!isAuditedKind(kind) || isExpiry(record)) return null;
  const parse = (image: Item | null) => parseRecord<object>(image);
  const [before, after] = [parse(images.before), parse(images.after)];
  const fields = (after ?? before) as unknown as Record<string, unknown>;
  const workspaceId = String(kind === 'Workspace' ? fields.id : fields.workspace_id);
  if (!isId('workspace', workspaceId)) throw new Error('The item names no workspace.');
  const resourceId = String(kind === 'ApiKey' ? fields.client_id : fields.id);
  return { record, kind, workspaceId, resourceId, before, after, actor: actorOfChange(images.before, images.after) };
}

function isAuditedKind(entity: unknown): entity is AuditedKind {
  return typeof entity === 'string' && Object.hasOwn(RESOURCE_TYPES, entity);
}

/** Return drafts for the changes of one workspace, without those that change no audited field. */
async function toDrafts(changes: AuditedChange[], nowMs: number): Promise<AuditDraft[]> {
  const removals = changes.filter(({ after }) => after === null);
  const keys = removals.map((removal) => ({ workspace_id: removal.workspaceId, removed_id: removal.resourceId }));
  const actors = await loadTombstoneActors(keys);
  // The deletion of a workspace deletes its log too, and leaves no tombstones.
  if (actors.includes(null) && !(await loadWorkspace(changes[0]!.workspaceId))) return [];
  return changes.flatMap((change) => {
    const index = removals.indexOf(change);
    return toDraft(index < 0 ? change : { ...change, actor: actors[index] ?? null }, nowMs) ?? [];
  });
}

function toDraft(change: AuditedChange, nowMs: number): AuditDraft | null {
  const { record, kind, workspaceId, resourceId, before, after, actor } = change;
  const changes = fieldChanges(kind, before, after, actor !== null, sha256);
  if (!changes) return null;
  const { eventID, dynamodb } = record;
  // The same in every delivery of the stream record.
  const changeId = eventID ?? `${canonicalJson(dynamodb?.Keys)} ${dynamodb?.SequenceNumber}`;
  const at = actor?.at ?? changeTime(record, nowMs);
  return {
    // By its last digits a change that is delivered again is recognized.
    id: makeId('audit', Date.parse(at), entropyOf(workspaceId, changeId)),
    at,
    actor: toAuditActor(actor),
    source_ip: actor?.source_ip ?? null,
    request_id: actor?.request_id ?? null,
    operation: actor?.operation ?? null,
    resource: { type: RESOURCE_TYPES[kind], id: resourceId },
    action: !before ? 'created' : after ? 'updated' : 'deleted',
    changes: actor?.operation === ERASURE ? hideValues(changes) : changes,
    salts: { source_ip: actor?.source_ip ? newSalt() : null, changes: newSalt() },
  };
}

/**
 * Append changes in one write, or one transaction, on the condition that their numbers are free; then store the head.
 * On a conflict, reload the tail and retry with those that are not in the log.
 */
async function append(workspaceId: string, drafts: AuditDraft[], nowMs: number): Promise<void> {
  const times = { nowMs, addressRetentionDays: settings().auditAddressRetentionDays };
  await retryOnConflict(RETRY_POLICIES.auditLog, async () => {
    const tail = await loadAuditTail(workspaceId);
    const left = await claimChanges(workspaceId, drafts, tail.number, times);
    const entries = appendEntries(tail, left, formatInstant(nowMs), sha256);
    await commit(entryWrites(workspaceId, entries, times));
    // Also when all were in the log: the worker that appended them may have been killed before this write.
    await tryCommit([headWrite(workspaceId, entries.at(-1) ?? tail)]);
  });
}

function newSalt(): string {
  return randomBytes(16).toString('hex');
}
