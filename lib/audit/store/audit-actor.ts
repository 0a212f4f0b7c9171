import type { AuditActor } from '../rules/audit-log.ts';

/** An actor as entries store it: its values in a fixed order. */
export type StoredActor = [
  AuditActor['type'],
  user_id: string | null,
  client_id: string | null,
  review_link_id?: string | null,
  actor?: string,
];

/** Return an actor as entries store it. */
export function fromActor({ type, user_id, client_id, review_link_id, actor }: AuditActor): StoredActor {
  if (actor !== undefined) return [type, user_id, client_id, null, actor];
  return review_link_id === undefined ? [type, user_id, client_id] : [type, user_id, client_id, review_link_id];
}

/** Return the actor of a stored entry. */
export function toActor([type, user_id, client_id, review_link_id, actor]: StoredActor): AuditActor {
  const link = review_link_id == null ? {} : { review_link_id };
  return { type, user_id, client_id, ...link, ...(actor === undefined ? {} : { actor }) };
}
