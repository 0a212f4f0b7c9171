import { DeleteCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { sha256 } from '../../lib/crypto/sha256.ts';
import { type AuditStamp, ERASURE } from '../../lib/domain/audit/audit-log.ts';
import { verifySegment } from '../../lib/domain/audit/audit-verification.ts';
import { isAudited } from '../../lib/domain/audit/audited-kinds.ts';
import { loadAuditHead, loadSegment } from '../../lib/table/audit-log.ts';
import { stampOf, storedStamp, tombstoneOf } from '../../lib/table/audit-stamps-and-tombstones.ts';
import { table, tableName } from '../../lib/table/client.ts';
import { commit, type Write } from '../../lib/table/commit.ts';
import type { Item, PrimaryKey } from '../../lib/table/schema.ts';
import { isNamed } from '../../lib/table/transient-errors.ts';
import { counterIncrement } from '../../lib/table/versioned.ts';
import { operatorActor } from './operator-actor.ts';
import { describes, identify, isAbout, isBy, type Person } from './person.ts';
import { loadWorkspaceItems, workspaceItems } from './workspace-items.ts';

/** The chain, which stays, and what the stream worker needs to append to it. */
const KEPT = ['AuditEntry', 'AuditHead', 'AuditClaim'];

/** How many items were deleted, and from how many others personal data was removed. */
export type Erased = { deleted: number; cleared: number };

/**
 * Erases a workspace: deletes its items, and removes the personal parts of its audit log, whose hash chain remains. A
 * repeated run continues one that failed, and removes what a function wrote at the same time.
 */
export async function eraseWorkspace(workspaceId: string): Promise<Erased> {
  const erased = { deleted: 0, cleared: 0 };
  for await (const item of workspaceItems(workspaceId)) {
    if (isTombstoneOfErasure(item)) continue;
    if (item.entity === 'AuditEntry') erased.cleared += await remove(item, 'changes', 'salt');
    if (item.entity === 'AuditClaim') erased.cleared += await remove(item, 'source_ip', 'salt');
    if (KEPT.includes(String(item.entity))) continue;
    await deleteItem(workspaceId, item);
    erased.deleted += 1;
  }
  return erased;
}

/**
 * Erases a person from a workspace: a former member, an invited person or a commenter. Throws an Error while they are a
 * member, because the workspace must not lose a member, or its last owner, in this way.
 */
export async function erasePerson(workspaceId: string, given: string): Promise<Erased> {
  const items = await loadWorkspaceItems(workspaceId);
  const person = identify(given, items);
  const member = items.find((item) => item.entity === 'Member' && isAbout(item, person));
  if (member)
    throw new Error(`${member.id} is a member: remove them first, with DELETE /v1/team/members/${member.id}.`);
  const erased = { deleted: 0, cleared: 0 };
  for (const item of items) {
    if (isDeletedFor(item, person)) {
      await deleteItem(workspaceId, item);
      erased.deleted += 1;
    } else erased.cleared += await clearItem(item, person);
  }
  return erased;
}

/** Verifies the hash chain of a workspace. Returns the number of its entries; throws an Error when it is broken. */
export async function verifyChain(workspaceId: string): Promise<number> {
  const head = await loadAuditHead(workspaceId);
  const found = await loadSegment(workspaceId, 1, head.number, Date.now());
  const segment = { from: 1, to: head.number, previousHash: sha256(workspaceId), found, head, hasGrown: true };
  const { checked, broken } = verifySegment(segment, sha256);
  if (broken) throw new Error(`The audit log is broken at entry ${broken.number}: ${broken.reason}.`);
  return checked;
}

const DELETED_FOR_PERSON = ['Invitation', 'ApiKey', 'ApiKeyUsage', 'OrphanComment'];

function isDeletedFor(item: Item, person: Person): boolean {
  return DELETED_FOR_PERSON.includes(String(item.entity)) && isAbout(item, person);
}

/** Removes the values of a person from an item that stays. Returns how many items changed: 0 or 1. */
async function clearItem(item: Item, person: Person): Promise<number> {
  const { entity } = item;
  if (entity === 'AuditEntry') return describes(item, person) ? remove(item, 'changes', 'salt') : 0;
  if (entity === 'AuditClaim') return isAbout(item, person) ? remove(item, 'source_ip', 'salt') : 0;
  const isComment = (entity === 'Engagement' || entity === 'Event') && isAbout(item, person);
  if (entity === 'Engagement' && isComment) return update(item, { actor: null, text: null });
  if (entity === 'Event' && isComment) {
    const data = { ...(JSON.parse(String(item.data)) as Item), actor: null, text: null };
    return update(item, { data: JSON.stringify(data) });
  }
  const isTombstone = entity === 'Tombstone';
  const stamp = isTombstone ? (item.by as AuditStamp) : stampOf(item);
  if (!stamp?.source_ip || !isBy(stamp, person)) return 0;
  const cleared = { ...stamp, source_ip: null };
  return update(item, isTombstone ? { by: cleared } : { audit_stamp: storedStamp(cleared) });
}

/** Removes a personal part of an audit entry with its salt. Returns how many items changed. */
function remove(item: Item, part: string, salt: string): Promise<number> {
  if (item[part] === undefined) return Promise.resolve(0);
  return send(item, {
    UpdateExpression: 'REMOVE #0, #1',
    ExpressionAttributeNames: { '#0': part, '#1': salt },
  });
}

function update(item: Item, values: Item): Promise<number> {
  const names = Object.keys(values);
  return send(item, {
    UpdateExpression: `SET ${names.map((_, index) => `#${index} = :${index}`).join(', ')}`,
    ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#${index}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:${index}`, values[name]])),
  });
}

async function send(item: Item, expression: Partial<UpdateCommandInput>): Promise<number> {
  const target = { TableName: tableName(), Key: keyOfItem(item), ConditionExpression: 'attribute_exists(pk)' };
  try {
    await table.send(new UpdateCommand({ ...target, ...expression }));
    return 1;
  } catch (error) {
    // It has expired or was deleted since it was read.
    if (isNamed(error, 'ConditionalCheckFailedException')) return 0;
    throw error;
  }
}

/** Deletes an item. An audited one leaves a tombstone, by which its entry in the log hides the values. */
async function deleteItem(workspaceId: string, item: Item): Promise<void> {
  if (!isAudited(item.entity)) {
    await table.send(new DeleteCommand({ TableName: tableName(), Key: keyOfItem(item) }));
    return;
  }
  const id = String(item.entity === 'ApiKey' ? item.client_id : item.id);
  const writes: Write[] = [
    { delete: keyOfItem(item), condition: 'any' },
    tombstoneOf(workspaceId, id, operatorActor(ERASURE, Date.now())),
  ];
  const isCounted = item.entity === 'ApiKey' && item.revoked_at === null;
  await commit(isCounted ? [...writes, counterIncrement(workspaceId, 'keys', { keys: -1 })] : writes);
}

function isTombstoneOfErasure({ entity, by }: Item): boolean {
  return entity === 'Tombstone' && (by as { operation?: string }).operation === ERASURE;
}

function keyOfItem({ pk, sk }: Item): PrimaryKey {
  return { pk: String(pk), sk: String(sk) };
}
