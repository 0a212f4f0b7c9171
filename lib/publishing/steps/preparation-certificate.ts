import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import type { EncryptionContext } from '../../core/crypto/contexts.ts';
import { decryptFor, encryptFor, SecretDecryptionError } from '../../core/crypto/kms.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import type { Post, PreparedState } from '../../platforms/kit/publisher.ts';
import { certificatesToRead, type KnownCertificates, stateKey } from '../rules/preparation-certificates.ts';

type Certified = Pick<ScheduleEntry, 'id' | 'workspace_id'>;

/** Returns what is prepared as it is stored. */
export type Certifier = (state: PreparedState) => Promise<PreparedState>;

/** Store what is prepared as it is. */
export const keepUncertified: Certifier = async (state) => state;

/**
 * Return what adds a certificate to what is prepared for a post: the encrypted hash of both. Only the publish function may
 * encrypt with this context, so a preparation that anything else writes to the table has no certificate.
 */
export function certifierOf(entry: Certified, post: Post): Certifier {
  return async (state) => ({
    ...state,
    certificate: await encryptFor({ hash: hashOf(state, post) }, contextOf(entry)),
  });
}

/** Verify the certificates of an entry that are not known yet. Returns all that are known. */
export async function readCertificates(
  entry: ScheduleEntry,
  post: Post,
  known?: KnownCertificates,
): Promise<KnownCertificates> {
  const certificates = new Map(known);
  for (const state of certificatesToRead(entry, known))
    certificates.set(stateKey(state), await isCertified(entry, post, state));
  return certificates;
}

async function isCertified(entry: Certified, post: Post, state: PreparedState): Promise<boolean> {
  const { certificate } = state;
  if (typeof certificate !== 'string') return false;
  try {
    return (await decryptFor<{ hash: string }>(certificate, contextOf(entry))).hash === hashOf(state, post);
  } catch (error) {
    if (error instanceof SecretDecryptionError) return false;
    throw error;
  }
}

function contextOf({ id, workspace_id }: Certified): EncryptionContext<'Preparation'> {
  return { entry_id: id, workspace_id };
}

/** The hash of what is prepared, with the post that it is prepared from: another text or file has another one. */
function hashOf({ certificate: _, ...state }: PreparedState, post: Post): string {
  return sha256(canonicalJson({ post, state }));
}
