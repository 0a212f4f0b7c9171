import type { ApiError } from '../../core/problems/define-problem.ts';
import { joinIds, splitIds } from '../../core/values/id-token.ts';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { passkeyLimit, passkeyRejected } from '../sign-in-problems.ts';
import type { Member } from './member.ts';

/** A passkey of a member: the public key of its authenticator. */
export interface Passkey {
  id: string;
  workspace_id: string;
  user_id: string;
  name: string;
  credential_id: string;
  public_key: string; // COSE, in base64url.
  signing_key?: SigningKey; // Absent of a passkey that an earlier version stored: it signs no approvals.
  transports: string[];
  counter: number; // Signatures so far, as far as the authenticator counts them.
  created_at: string;
  last_used_at: string | null;
  version: number;
}

/** The public key of a passkey as approvals use it: a SubjectPublicKeyInfo in base64url, its SHA-256, and its certificate. */
export interface SigningKey {
  public_key: string;
  fingerprint: string; // In hexadecimal.
  certificate: string;
}

/** A challenge that one passkey signs once, stored by its hash. `owner` is null where the member is not known yet. */
export interface PasskeyChallenge {
  hash: string;
  owner: PasskeyOwner | null;
  expires_at_ms: number;
}

/** The member of a passkey. */
export type PasskeyOwner = { workspace_id: string; user_id: string };

/** Passkeys of one member. */
export const MAX_PASSKEYS_PER_MEMBER = 10;
/** The longest credential id that WebAuthn permits. */
const MAX_CREDENTIAL_ID_BYTES = 1_023;
/** The longest public key, in COSE. An RSA key of 8,192 bits has about 1,050 bytes. */
const MAX_PUBLIC_KEY_BYTES = 2_048;
/** How long a challenge is valid, in milliseconds: five minutes. */
export const PASSKEY_CHALLENGE_MS = 300_000;

// EdDSA, ES256 and RS256, by their COSE numbers.
const ALGORITHMS = [-8, -7, -257];

/** Build the user handle that an authenticator stores: the digits of the ids of the workspace and the member. */
function formatUserHandle({ workspace_id, user_id }: PasskeyOwner): string {
  return joinIds([workspace_id, user_id]);
}

/** Return the member that a user handle names, or null for any other text. It selects what is read, and proves nothing. */
export function parseUserHandle(text: string): PasskeyOwner | null {
  const ids = splitIds(text, ['workspace', 'user']);
  return ids && { workspace_id: ids[0]!, user_id: ids[1]! };
}

/**
 * Build the options for a browser to create a passkey, as `PublicKeyCredentialCreationOptionsJSON`. `rp`: the domain that it
 * belongs to, and the name under which the browser offers it.
 */
export function creationOptions(
  rp: { id: string; name: string },
  challenge: string,
  member: Member,
  existing: readonly Passkey[],
) {
  const { workspace_id, id: user_id, email, name } = member;
  const handle = Buffer.from(formatUserHandle({ workspace_id, user_id })).toString('base64url');
  return {
    rp,
    user: { id: handle, name: email, displayName: name },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    timeout: PASSKEY_CHALLENGE_MS,
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    excludeCredentials: existing.map(({ credential_id: id, transports }) => ({ type: 'public-key', id, transports })),
  };
}

/** Build the options for a browser to sign in with any passkey, as `PublicKeyCredentialRequestOptionsJSON`. */
export function requestOptions(rpId: string, challenge: string) {
  return { rpId, challenge, timeout: PASSKEY_CHALLENGE_MS, userVerification: 'required', allowCredentials: [] };
}

/** Throw 409 if the member has the maximum number of passkeys. */
export function assertMayAddPasskey(existing: readonly Passkey[]): void {
  if (existing.length < MAX_PASSKEYS_PER_MEMBER) return;
  throw passkeyLimit(`You have ${existing.length} passkeys, which is the maximum. Delete one first.`);
}

/**
 * Throw 422 unless a new credential has no attestation. Browsers send none, because the options request none, and the
 * certificates of one name hosts that its verification would request.
 */
export function assertNoAttestation(format: unknown): void {
  if (format !== 'none') throw passkeyRejectedError('The attestation format of the passkey must be `none`.');
}

/** Throw 422 if the id or the public key of a new credential, in base64url, is too long. */
export function assertCredentialSize({
  credential_id,
  public_key,
}: Pick<Passkey, 'credential_id' | 'public_key'>): void {
  const reject = (part: string, max: number) => {
    throw passkeyRejectedError(`The ${part} of the passkey must have at most ${max} bytes.`);
  };
  if (byteLength(credential_id) > MAX_CREDENTIAL_ID_BYTES) reject('credential id', MAX_CREDENTIAL_ID_BYTES);
  if (byteLength(public_key) > MAX_PUBLIC_KEY_BYTES) reject('public key', MAX_PUBLIC_KEY_BYTES);
}

/** Return the number of bytes that a text in base64url without padding encodes. */
function byteLength(base64url: string): number {
  return Math.floor((base64url.length * 3) / 4);
}

/** Record a use of a passkey with the counter of its authenticator. */
export function touchPasskey(passkey: Passkey, counter: number, nowMs: number): Passkey {
  return { ...passkey, counter, last_used_at: formatInstant(nowMs) };
}

/** Build the API view of a passkey. */
export function toPasskeyView(passkey: Passkey) {
  const fingerprint = passkey.signing_key?.fingerprint ?? null;
  return { ...pick(passkey, 'id', 'name', 'created_at', 'last_used_at'), fingerprint };
}

/** Create the error for a credential that does not answer an open challenge, or violates a rule that `detail` names. */
export function passkeyRejectedError(
  detail = 'The passkey is unknown, its signature is invalid, or its challenge has expired. Try again.',
  cause?: unknown,
): ApiError {
  return passkeyRejected(detail, { cause });
}
