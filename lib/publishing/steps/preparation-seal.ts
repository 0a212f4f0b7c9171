import type { Post, PreparedState } from '../../adapters/kit/publisher.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import type { EncryptionContext } from '../../core/crypto/contexts.ts';
import { decryptFor, encryptFor, SecretDecryptionError } from '../../core/crypto/kms.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { canonicalJson } from '../../core/values/canonical-json.ts';
import { type KnownSeals, sealsToRead, stateKey } from '../rules/preparation-seals.ts';

type Sealed = Pick<ScheduleEntry, 'id' | 'workspace_id'>;

/** Returns what is prepared as it is stored. */
export type Sealer = (state: PreparedState) => Promise<PreparedState>;

/** Store what is prepared as it is. */
export const keepUnsealed: Sealer = async (state) => state;

/**
 * Return what adds a seal to what is prepared for a post: the encrypted hash of both. Only the publish function may encrypt
 * with this context, so a preparation that anything else writes to the table has no seal.
 */
export function sealerOf(entry: Sealed, post: Post): Sealer {
  return async (state) => ({ ...state, seal: await encryptFor({ hash: hashOf(state, post) }, contextOf(entry)) });
}

/** Verify the seals of an entry that are not known yet. Returns all that are known. */
export async function readSeals(entry: ScheduleEntry, post: Post, known?: KnownSeals): Promise<KnownSeals> {
  const seals = new Map(known);
  for (const state of sealsToRead(entry, known)) seals.set(stateKey(state), await isSealed(entry, post, state));
  return seals;
}

async function isSealed(entry: Sealed, post: Post, state: PreparedState): Promise<boolean> {
  const { seal } = state;
  if (typeof seal !== 'string') return false;
  try {
    return (await decryptFor<{ hash: string }>(seal, contextOf(entry))).hash === hashOf(state, post);
  } catch (error) {
    if (error instanceof SecretDecryptionError) return false;
    throw error;
  }
}

function contextOf({ id, workspace_id }: Sealed): EncryptionContext<'Preparation'> {
  return { entry_id: id, workspace_id };
}

/** The hash of what is prepared, with the post that it is prepared from: another text or file has another one. */
function hashOf({ seal: _, ...state }: PreparedState, post: Post): string {
  return sha256(canonicalJson({ post, state }));
}
