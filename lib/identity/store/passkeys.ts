import { secretHash } from '../../core/crypto/bearer-secret.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { load, loadPartition } from '../../core/table/read.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { passkeyChallengeEntity, passkeyCredentialEntity, passkeyEntity } from '../entities/sign-in.ts';
import {
  PASSKEY_CHALLENGE_MS,
  type Passkey,
  type PasskeyChallenge,
  type PasskeyOwner,
  passkeyRejectedError,
} from '../rules/passkey.ts';

/** Build the write of a passkey: new, or after the version that was read. */
export function passkeyWrite(before: Passkey | null, after: Passkey): Write {
  return versioned(passkeyEntity, before, after);
}

/** The passkeys of a member, and the number of changes that this list takes into account. */
export type MemberPasskeys = { passkeys: Passkey[]; changes: number };

/** Load the passkeys of a member for a change of the list. */
export async function loadPasskeysForChange(owner: PasskeyOwner): Promise<MemberPasskeys> {
  // The counter is read first: the write detects a later change, and the list shows an earlier one.
  const counter = await load<{ changes?: number }>(
    keyOf(counterEntity, { workspace_id: owner.workspace_id, name: counterName(owner) }),
  );
  return { passkeys: await loadPasskeys(owner), changes: counter?.changes ?? 0 };
}

/**
 * Build the writes of a new passkey, which reserves its credential id. They conflict after another change of the member's
 * passkeys than those that `before` takes into account, and fail with 422 when another passkey has the credential id.
 */
export function newPasskeyWrites(passkey: Passkey, before: MemberPasskeys): Write[] {
  const { workspace_id, user_id, credential_id } = passkey;
  const reservation = { hash: sha256(credential_id), workspace_id, user_id };
  return [
    passkeyWrite(null, passkey),
    {
      put: toItem(passkeyCredentialEntity, reservation),
      condition: 'absent',
      onConflict: () => passkeyRejectedError('This passkey is already registered.'),
    },
    passkeysChangeWrite(passkey, before),
  ];
}

/** Build the writes that delete all passkeys of a member. They conflict after another change than those counted. */
export function deleteAllPasskeysWrites(owner: PasskeyOwner, before: MemberPasskeys): Write[] {
  return [...before.passkeys.flatMap(deletePasskeyWrites), passkeysChangeWrite(owner, before)];
}

/** Build the write that counts a change of a member's passkeys, and conflicts after another one than those counted. */
function passkeysChangeWrite(owner: PasskeyOwner, { changes }: Pick<MemberPasskeys, 'changes'>): Write {
  return {
    ...counterIncrement(owner.workspace_id, counterName(owner), { changes: 1 }),
    ifBelow: { attribute: 'changes', limit: changes + 1 },
  };
}

function counterName({ user_id }: PasskeyOwner): string {
  return `passkeys-${user_id}`;
}

/** Build the writes that delete a passkey and release its credential id. */
export function deletePasskeyWrites(passkey: Passkey): Write[] {
  return [
    { delete: keyOf(passkeyEntity, { ...passkey }), condition: 'any' },
    { delete: keyOf(passkeyCredentialEntity, { hash: sha256(passkey.credential_id) }), condition: 'any' },
  ];
}

/** Load the passkeys of a member, oldest first. */
export function loadPasskeys({ workspace_id, user_id }: PasskeyOwner): Promise<Passkey[]> {
  return loadPartition<Passkey>(partition(passkeyEntity, 'pk', { workspace_id, user_id }));
}

/** Build the write of a challenge for a member, or for any member who has a passkey. Only its hash is stored. */
export function passkeyChallengeWrite(challenge: string, owner: PasskeyOwner | null, nowMs: number): Write {
  const expires_at_ms = nowMs + PASSKEY_CHALLENGE_MS;
  const record: PasskeyChallenge = { hash: secretHash(challenge), owner, expires_at_ms };
  return { put: toItem(passkeyChallengeEntity, record, {}, expires_at_ms), condition: 'absent' };
}

/** Build the write that uses a challenge: of two concurrent requests one succeeds. */
export function usedChallengeWrite({ hash }: PasskeyChallenge): Write {
  return { delete: keyOf(passkeyChallengeEntity, { hash }), condition: 'present' };
}

/** Load a challenge, or null when it is unknown, used or expired. */
export async function loadPasskeyChallenge(challenge: string, nowMs: number): Promise<PasskeyChallenge | null> {
  const found = await load<PasskeyChallenge>(keyOf(passkeyChallengeEntity, { hash: secretHash(challenge) }));
  return found && nowMs < found.expires_at_ms ? found : null;
}
