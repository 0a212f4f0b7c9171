import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers';
import { passkeyOrigin, relyingPartyId } from '../pipeline/passkey-origin.ts';
import type { RequestContext } from '../pipeline/request-context.ts';
import {
  assertCredentialSize,
  assertNoAttestation,
  type Passkey,
  type PasskeyChallenge,
  passkeyRejectedError,
} from '../rules/passkey.ts';
import { loadPasskeyChallenge } from '../store/passkeys.ts';

type Registration = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type Authentication = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** A credential as a browser serializes it. Nothing about it is known before it is verified. */
export type CredentialJson = Record<string, unknown>;

/** The parts of a verified new credential that a passkey stores. */
export type NewCredential = Pick<Passkey, 'credential_id' | 'public_key' | 'transports' | 'counter'>;

/** Load the open challenge that a credential answers. Throws 422 when there is none. */
export async function loadAnsweredChallenge(credential: CredentialJson, nowMs: number): Promise<PasskeyChallenge> {
  const challenge = challengeOf(credential);
  const found = challenge === null ? null : await loadPasskeyChallenge(challenge, nowMs);
  if (!found) throw passkeyRejectedError();
  return found;
}

/**
 * Verify a new credential against its challenge and the origin of the dashboard. Throws 422, before anything else for a
 * credential with an attestation: the library requests the revocation lists that its certificates name.
 */
export async function verifyNewCredential(context: RequestContext, credential: CredentialJson): Promise<NewCredential> {
  assertNoAttestation(await rejectedOnError(async () => attestationFormatOf(credential)));
  const response = credential as unknown as Registration;
  const { verified, registrationInfo } = await rejectedOnError(() =>
    verifyRegistrationResponse({ response, ...expectedOf(context, credential) }),
  );
  if (!verified || !registrationInfo) throw passkeyRejectedError();
  const { id, publicKey, counter, transports } = registrationInfo.credential;
  const created = { credential_id: id, public_key: Buffer.from(publicKey).toString('base64url') };
  assertCredentialSize(created);
  return { ...created, transports: stringsIn(transports).slice(0, 8), counter };
}

// By the decoders of the library: another decoder of base64url may find another format in the same text.
function attestationFormatOf({ response }: CredentialJson): unknown {
  const { attestationObject } = (response ?? {}) as { attestationObject?: unknown };
  return decodeAttestationObject(isoBase64URL.toBuffer(String(attestationObject))).get('fmt');
}

// The library does not verify them: they are as the client sent them.
function stringsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** Verify the signature of a passkey over its challenge. Returns the counter of its authenticator. Throws 422. */
export async function verifySignature(
  context: RequestContext,
  credential: CredentialJson,
  { credential_id: id, public_key, counter }: Passkey,
): Promise<number> {
  const publicKey = new Uint8Array(Buffer.from(public_key, 'base64url'));
  const { verified, authenticationInfo } = await rejectedOnError(() =>
    verifyAuthenticationResponse({
      response: credential as unknown as Authentication,
      ...expectedOf(context, credential),
      credential: { id, publicKey, counter },
    }),
  );
  if (!verified) throw passkeyRejectedError();
  return authenticationInfo.newCounter;
}

/** Return the user handle of a credential as text, or null without one. */
export function userHandleOf(credential: CredentialJson): string | null {
  const { userHandle } = (credential.response ?? {}) as { userHandle?: unknown };
  return typeof userHandle === 'string' ? Buffer.from(userHandle, 'base64url').toString() : null;
}

function expectedOf(context: RequestContext, credential: CredentialJson) {
  return {
    // It was loaded by its hash before.
    expectedChallenge: challengeOf(credential) ?? '',
    expectedOrigin: passkeyOrigin(context),
    expectedRPID: relyingPartyId(context),
    requireUserVerification: true,
  };
}

function challengeOf({ response }: CredentialJson): string | null {
  const { clientDataJSON } = (response ?? {}) as { clientDataJSON?: unknown };
  if (typeof clientDataJSON !== 'string') return null;
  try {
    const { challenge } = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** The library throws for every rule that a credential violates, and for one that is malformed. */
async function rejectedOnError<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    throw passkeyRejectedError(undefined, error);
  }
}
