import { secretHash } from '../../core/crypto/bearer-secret.ts';
import type { Write } from '../../core/table/commit.ts';
import { load, loadPartition } from '../../core/table/read.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { PASSKEY_CHALLENGE_MS, type Passkey, type PasskeyChallenge, type PasskeyOwner } from '../rules/passkey.ts';

/** Build the write of a passkey: new, or after the version that was read. */
export function passkeyWrite(before: Passkey | null, after: Passkey): Write {
  return versioned('Passkey', before, after);
}

/** Build the write that deletes a passkey. */
export function deletePasskeyWrite(passkey: Passkey): Write {
  return { delete: keyOf('Passkey', { ...passkey }), condition: 'any' };
}

/** Load the passkeys of a member, oldest first. */
export function loadPasskeys({ workspace_id, user_id }: PasskeyOwner): Promise<Passkey[]> {
  return loadPartition<Passkey>(partition('Passkey', 'pk', { workspace_id, user_id }));
}

/** Build the write of a challenge for a member, or for any member who has a passkey. Only its hash is stored. */
export function passkeyChallengeWrite(challenge: string, owner: PasskeyOwner | null, nowMs: number): Write {
  const expires_at_ms = nowMs + PASSKEY_CHALLENGE_MS;
  const record: PasskeyChallenge = { hash: secretHash(challenge), owner, expires_at_ms };
  return { put: toItem('PasskeyChallenge', record, {}, expires_at_ms), condition: 'absent' };
}

/** Build the write that uses a challenge: of two concurrent requests one succeeds. */
export function usedChallengeWrite({ hash }: PasskeyChallenge): Write {
  return { delete: keyOf('PasskeyChallenge', { hash }), condition: 'present' };
}

/** Load a challenge, or null when it is unknown, used or expired. */
export async function loadPasskeyChallenge(challenge: string, nowMs: number): Promise<PasskeyChallenge | null> {
  const found = await load<PasskeyChallenge>(keyOf('PasskeyChallenge', { hash: secretHash(challenge) }));
  return found && nowMs < found.expires_at_ms ? found : null;
}
