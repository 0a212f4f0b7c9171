import type { EntityName } from '../../lib/app/table/entity-table.ts';
import { LIFECYCLES } from '../../lib/app/table/lifecycle-table.ts';
import { changeOf } from '../../lib/audit/store/audit-claims.ts';
import { entryOf } from '../../lib/audit/store/audit-log.ts';
import type { ContentVersion } from '../../lib/content/rules/approval/content-version.ts';
import type { Approval } from '../../lib/content/rules/content-approval.ts';
import type { AuditStamp } from '../../lib/core/table/audit-stamp.ts';
import type { Item } from '../../lib/core/table/schema.ts';

/**
 * What identifies a person in the items of a workspace: a member, an invited person, an external reviewer, a person in a portal
 * or a commenter.
 */
export interface Person {
  /**
   * The name of a commenter as a platform reports it, of a reviewer or of a person in a portal, an email address, or the id of a
   * user or link.
   */
  given: string;
  /** The ids under which they act: of users, and of review links. */
  userIds: Set<string>;
  /** The ids of their memberships, invitations, API keys and review links. */
  resourceIds: Set<string>;
  /** The changes they made, as the audit log names them. */
  changes: Set<string>;
}

/** Find what identifies a person. Takes all items twice: audit entries refer to ids that other items show. */
export function identify(given: string, items: readonly Item[]): Person {
  const person: Person = { given, userIds: new Set([given]), resourceIds: new Set(), changes: new Set() };
  const email = given.toLowerCase();
  for (const item of items) {
    if (item.entity === 'Member' && item.email === email) person.userIds.add(String(item.id));
    if (item.entity === 'Invitation' && item.email === email && item.user_id) person.userIds.add(String(item.user_id));
    if (item.entity === 'ReviewLink' && item.name === given) person.userIds.add(String(item.id));
  }
  for (const item of items) {
    const { entity } = item;
    if (entity === 'Member' && person.userIds.has(String(item.id))) person.resourceIds.add(String(item.id));
    const isInvited = item.email === email || person.userIds.has(String(item.user_id));
    if (entity === 'Invitation' && isInvited) person.resourceIds.add(String(item.id));
    if (entity === 'ApiKey' && person.userIds.has(String(item.user_id))) person.resourceIds.add(String(item.client_id));
    if (entity === 'AuditEntry' && isBy(entryOf(item).actor, person)) person.changes.add(changeOf(entryOf(item)));
  }
  for (const id of person.userIds) person.resourceIds.add(id);
  return person;
}

/** Combine what identifies a person at two times. */
export function combinePersons(one: Person, other: Person): Person {
  return {
    given: one.given,
    userIds: new Set([...one.userIds, ...other.userIds]),
    resourceIds: new Set([...one.resourceIds, ...other.resourceIds]),
    changes: new Set([...one.changes, ...other.changes]),
  };
}

/** Return whether an item is about a person: theirs, made by them, or one of their comments. */
export function isAbout(item: Item, person: Person): boolean {
  return isOf(item, person) || isNamedInItem(item, person);
}

/** Return whether an item is of a person, as its entity declares. */
function isOf(item: Item, person: Person): boolean {
  const rule = LIFECYCLES[item.entity as EntityName]?.person;
  if (!rule || rule === 'deleted') return false;
  const value = item[rule.field];
  if (rule.named && item[rule.named] === person.given) return true;
  if (rule.names === 'commenter') return value === person.given;
  return (rule.names === 'user' ? person.userIds : person.resourceIds).has(String(value));
}

/** Return whether an item of others has the name of the person, or records what they did. */
function isNamedInItem(item: Item, person: Person): boolean {
  switch (item.entity) {
    case 'Content':
      return isDecidedBy(item, person);
    case 'ContentVersion':
      return isNamedInVersion(item, person);
    case 'Notification':
      return isNamedBy(item, person);
    case 'Event': {
      const data = JSON.parse(String(item.data)) as Item;
      return data.actor === person.given || isDecidedBy(data, person);
    }
    case 'AuditEntry':
      return describes(item, person) || person.changes.has(changeOf(entryOf(item)));
    case 'AuditClaim':
      return person.changes.has(changeOf({ id: String(item.sk).replace(/\.address$/, '') }));
    default:
      return false;
  }
}

/** Return whether the erasure of a person deletes an item. */
export function isDeletedFor(item: Item, person: Person): boolean {
  const rule = LIFECYCLES[item.entity as EntityName]?.person;
  return rule === 'deleted' || (rule?.isDeleted === true && isOf(item, person));
}

/** Return the fields of an item of the person that its entity declares as cleared. */
export function clearedFor(item: Item, person: Person): Item {
  const rule = LIFECYCLES[item.entity as EntityName]?.person;
  if (!rule || rule === 'deleted' || !rule.cleared || !isOf(item, person)) return {};
  return Object.fromEntries(rule.cleared.map((field) => [field, null]));
}

/** Return the response of an idempotency record. Empty while it is in flight, or encrypted. */
export function storedResponseOf({ status, body, is_encrypted }: Item): Item {
  return status === null || is_encrypted ? {} : (JSON.parse(String(body)) as Item);
}

/** Return whether an audit entry has values of the person: it is about their membership, invitation or API key. */
export function describes(entry: Item, { resourceIds }: Person): boolean {
  return resourceIds.has(entryOf(entry).resource.id);
}

/** Return whether the person has decided about an item by a review link: then it has their name. */
export function isDecidedBy({ approval }: Item, person: Person): boolean {
  const { decision, reviewed, ...present } = (approval ?? {}) as Partial<Approval>;
  return [present, decision, reviewed?.decision].some((each) => isNamedIn(each, person));
}

/** Return whether a submission has the name of the person, who has decided about the one before by a review link. */
export function isNamedInVersion({ previous_decision }: Item, person: Person): boolean {
  return isNamedIn(previous_decision as ContentVersion['previous_decision'], person);
}

type Decider = { decided_by?: string | null; decided_by_name?: string | null };

function isNamedIn(decision: Decider | null | undefined, { userIds }: Person): boolean {
  return typeof decision?.decided_by_name === 'string' && userIds.has(String(decision.decided_by));
}

/** Return whether a notification names the person: an external reviewer who has decided. */
function isNamedBy({ actor_id, actor_name }: Item, { userIds }: Person): boolean {
  return typeof actor_name === 'string' && userIds.has(String(actor_id));
}

/** Return whether an actor or an audit stamp is the person. */
export function isBy(actor: unknown, { userIds }: Person): boolean {
  const { user_id, review_link_id } = (actor ?? {}) as Partial<AuditStamp>;
  return userIds.has(String(user_id)) || userIds.has(String(review_link_id));
}
