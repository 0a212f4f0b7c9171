/** The origin of a requested change, committed with it. Times are ISO 8601. */
export interface AuditStamp {
  type: 'user' | 'operator' | 'review_link' | 'agent' | 'stage_key' | 'portal';
  user_id: string | null;
  client_id: string | null;
  source_ip: string | null;
  request_id: string | null;
  operation: string;
  at: string;
  change_id: string; // Random, so that no two changes carry the same stamp.
  review_link_id: string | null; // The link of an external reviewer; null for every other actor.
  actor: string | null; // Who of its users a product names; null for none, and for every actor but a stage key or a portal.
}
