import type { AuditActor } from '../rules/audit-log.ts';

/** An actor as entries store it: its values in a fixed order. */
export type StoredActor = [
  AuditActor['type'],
  user_id: string | null,
  client_id: string | null,
  review_link_id?: string,
];

/** Return an actor as entries store it. */
export function fromActor({ type, user_id, client_id, review_link_id }: AuditActor): StoredActor {
  return review_link_id === undefined ? [type, user_id, client_id] : [type, user_id, client_id, review_link_id];
}

/** Return the actor of a stored entry. */
export function toActor([type, user_id, client_id, review_link_id]: StoredActor): AuditActor {
  return { type, user_id, client_id, ...(review_link_id === undefined ? {} : { review_link_id }) };
}
