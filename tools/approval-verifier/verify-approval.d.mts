/** What an approval was given for, and the SHA-256 of the public key of the passkey. */
export interface VerifiedApproval {
  fingerprint: string;
  statement: Record<string, unknown>;
  content: Record<string, unknown>;
}

export function verifyApproval(exported: unknown, expectedFingerprint?: string): VerifiedApproval;
