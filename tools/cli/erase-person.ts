import { DeleteCommand, UpdateCommand, type UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import { loadWorkspaceItems } from '../../lib/app/workspace-items/workspace-items.ts';
import { ERASURE } from '../../lib/audit/rules/audit-log.ts';
import { removedCommentWrite } from '../../lib/content/store/review-counts.ts';
import { isNamed } from '../../lib/core/retry/transient-errors.ts';
import type { AuditStamp } from '../../lib/core/table/audit-stamp.ts';
import { stampOf, storedStamp, tombstoneOf } from '../../lib/core/table/audit-stamps-and-tombstones.ts';
import { table, tableName } from '../../lib/core/table/client.ts';
import { commit, type Write } from '../../lib/core/table/commit.ts';
import { isAudited } from '../../lib/core/table/define-entity.ts';
import type { Item, PrimaryKey } from '../../lib/core/table/schema.ts';
import { runningCount } from '../../lib/exports/store/exports.ts';
import { feedCount } from '../../lib/feeds/store/calendar-feeds.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import { deletedKeyWrites } from '../../lib/identity/store/api-keys.ts';
import { type Import, isWorking } from '../../lib/imports/rules/import.ts';
import { endedCount } from '../../lib/imports/store/imports.ts';
import { operatorActor } from './operator-actor.ts';
import {
  clearedFor,
  combinePersons,
  describes,
  identify,
  isAbout,
  isBy,
  isDecidedBy,
  isDeletedFor,
  isNamedInVersion,
  type Person,
  storedResponseOf,
} from './person.ts';

/** What an erasure misses stays. An index may miss a moment, which the second pass finds. */
const READ = { isConsistent: true };

/** How many items were deleted, and from how many others personal data was removed. */
export type Erased = { deleted: number; cleared: number };

/** Waits until the functions have written what they had begun. */
type Wait = () => Promise<unknown>;

function sumOf(one: Erased, other: Erased): Erased {
  return { deleted: one.deleted + other.deleted, cleared: one.cleared + other.cleared };
}

/**
 * Erase a person from a workspace: a former member, an invited person, an external reviewer, a person in a portal or a
 * commenter. Throws an Error while they are a member, because the workspace must not lose a member, or its last owner, in
 * this way. After `wait`, a second pass removes what a function wrote at the same time. A repeated run continues one that
 * failed.
 */
export async function erasePerson(workspaceId: string, given: string, wait: Wait): Promise<Erased> {
  const items = await loadWorkspaceItems(workspaceId, READ);
  const person = identify(given, items);
  const first = await erasePersonOf(workspaceId, items, person);
  await wait();
  const later = await loadWorkspaceItems(workspaceId, READ);
  // The invitation that connects an email address with a user is deleted.
  const again = combinePersons(person, identify(given, later));
  return sumOf(first, await erasePersonOf(workspaceId, later, again));
}

async function erasePersonOf(workspaceId: string, items: readonly Item[], person: Person): Promise<Erased> {
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

/** Remove the values of a person from an item that stays. Returns how many items changed: 0 or 1. */
async function clearItem(item: Item, person: Person): Promise<number> {
  const { entity } = item;
  if (entity === 'AuditEntry') return describes(item, person) ? remove(item, 'changes', 'salt') : 0;
  if (entity === 'AuditClaim') return isAbout(item, person) ? remove(item, 'source_ip', 'salt') : 0;
  const values = { ...clearedFor(item, person), ...textsWithout(item, person), ...stampWithout(item, person) };
  return Object.keys(values).length === 0 ? 0 : update(item, values);
}

/** Return the fields of an item that have a name or a text of the person, without them. */
function textsWithout(item: Item, person: Person): Item {
  if (item.entity === 'Content') return isDecidedBy(item, person) ? { approval: withoutName(item.approval) } : {};
  if (item.entity === 'ContentVersion' && isNamedInVersion(item, person))
    return { previous_decision: { ...(item.previous_decision as Item), decided_by_name: null } };
  if (item.entity === 'Notification') return isAbout(item, person) ? { actor_name: null } : {};
  if (item.entity === 'Idempotency') {
    const response = storedResponseOf(item);
    if (!isDecidedBy(response, person)) return {};
    return { body: JSON.stringify({ ...response, approval: withoutName(response.approval) }) };
  }
  if (item.entity !== 'Event' || !isAbout(item, person)) return {};
  const data = JSON.parse(String(item.data)) as Item;
  const cleared = isDecidedBy(data, person) ? { approval: withoutName(data.approval) } : { actor: null, text: null };
  return { data: JSON.stringify({ ...data, ...cleared }) };
}

function withoutName(approval: unknown): Item {
  const { decision, reviewed, ...present } = approval as Item;
  const unnamed = (each: unknown) => ({ ...(each as Item), decided_by_name: null });
  return {
    ...unnamed(present),
    ...(decision ? { decision: unnamed(decision) } : {}),
    ...(reviewed ? { reviewed: { ...(reviewed as Item), decision: unnamed((reviewed as Item).decision) } } : {}),
  };
}

/** Return the field with the audit stamp of an item without the address of the person. */
function stampWithout(item: Item, person: Person): Item {
  const isTombstone = item.entity === 'Tombstone';
  const stamp = isTombstone ? (item.by as AuditStamp) : stampOf(item);
  if (!stamp?.source_ip || !isBy(stamp, person)) return {};
  const cleared = { ...stamp, source_ip: null };
  return isTombstone ? { by: cleared } : { audit_stamp: storedStamp(cleared) };
}

/** Remove a personal part of an audit entry with its salt. Returns how many items changed. */
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

/** Delete an item. An audited one leaves a tombstone, by which its entry in the log hides the values. */
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
  await commit([...writes, ...countWrites(workspaceId, item)]);
}

function countWrites(workspaceId: string, item: Item): Write[] {
  const { entity, revoked_at, content_id, status } = item;
  if (entity === 'CalendarFeed') return [feedCount(workspaceId, -1)];
  if (entity === 'Export' && status === 'running') return [runningCount(workspaceId, -1)];
  if (entity === 'Import' && isWorking(item as unknown as Import)) return [endedCount({ workspace_id: workspaceId })];
  if (entity === 'ReviewComment') return [removedCommentWrite(workspaceId, String(content_id), Date.now())];
  return entity === 'ApiKey' && revoked_at === null ? deletedKeyWrites(item as unknown as ApiKey) : [];
}

function keyOfItem({ pk, sk }: Item): PrimaryKey {
  return { pk: String(pk), sk: String(sk) };
}
