import { sha256 } from '../../../core/crypto/sha256.ts';
import { canonicalJson } from '../../../core/values/canonical-json.ts';
import type { Content } from '../content.ts';
import { withMediaReferences } from '../media-references.ts';

/**
 * Whether a field is material: whether it changes what is sent, or where. An edit of a material field revokes the
 * approval. A missing field does not compile. A later field must be left out of the hash while it has its default, or
 * every approval would be revoked by a deployment.
 */
// biome-ignore format: several fields per line keep the table short.
export const MATERIAL_FIELDS: Record<keyof Content, boolean> = {
  title: true, description: true, platforms: true, accounts: true, media: true, platform_options: true,
  thread: true, first_comment: true, link_cards: true, link_parameters: true,
  // Identity, time and state.
  id: false, workspace_id: false, mention_options: false, status: false, idle_status: false, scheduled_at: false, scheduled_local: false, queue: false, last_schedule: false,
  last_cancellation: false, last_publication: false, targets: false, approval: false, editors: false, agents: false, labels: false, campaign: false, metadata: false, recurrence: false, duplicate_of: false, created_by: false, created_at: false,
  updated_at: false, version: false,
};

/** Compute the SHA-256 of what an approval covers, in hexadecimal: the material fields, independent of key order. */
export function contentHash(content: Content): string {
  return sha256(materialText(content));
}

/** Return the text whose SHA-256 is the content hash: the canonical JSON of the material fields. */
export function materialText(content: Content): string {
  const { thread, first_comment, link_cards = [], ...present } = withMediaReferences(content);
  const material = Object.entries(present).filter(([name]) => MATERIAL_FIELDS[name as keyof Content]);
  // Left out by default, as in the hashes of earlier versions.
  const following = {
    ...(thread.length > 0 ? { thread } : {}),
    ...(first_comment === null ? {} : { first_comment }),
    ...(link_cards.length > 0 ? { link_cards } : {}),
  };
  return canonicalJson({ ...Object.fromEntries(material), ...following });
}
