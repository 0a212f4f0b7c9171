import * as z from 'zod/mini';
import { lazyObject, sha256Hash, timestamp } from '../../../core/api/response-fields.ts';
import { APPROVAL_STATUSES } from '../../rules/content-approval.ts';
import { SAMPLE_STATEMENT } from './sample-statement.ts';

/** What a person signs to approve an item. */
// biome-ignore format: one field per line.
export const ApprovalStatementResponse = lazyObject(() => ({
  statement: z.string().check(z.meta({ description: 'The statement, as canonical JSON (RFC 8785). Send it back unchanged.', examples: [SAMPLE_STATEMENT] })),
  not_before: timestamp().check(z.meta({ description: 'Start of the time in which the approval lets the item be sent.', examples: ['2026-11-20T09:30:00.000Z'] })),
  not_after: timestamp().check(z.meta({ description: 'End of the time in which the approval lets the item be sent.', examples: ['2026-11-21T09:30:00.000Z'] })),
  options: z.record(z.string(), z.unknown()).check(z.meta({ description: 'The options for `navigator.credentials.get`, as `PublicKeyCredentialRequestOptionsJSON`. The challenge is the SHA-256 of the statement.', examples: [{ challenge: 'XpWAZsxJk2gkY0ZyFd0Vf5qjS2s7nC3n2mZC6c8m1hY', rpId: 'dashboard.example.com', timeout: 300000, userVerification: 'required', allowCredentials: [] }] })),
}));

/** What proves the approval of an item. */
// biome-ignore format: one field per line.
export const ContentApprovalResponse = lazyObject(() => ({
  content_id: z.string().check(z.meta({ description: 'The id of the content item.', examples: ['cnt_01K00000000000000000000000'] })),
  status: z.enum(APPROVAL_STATUSES).check(z.meta({ description: 'The approval status of the item.', examples: ['approved'] })),
  evidence: z.nullable(z.object({
    content: z.string().check(z.meta({ description: 'The content that was approved, as canonical JSON. Its SHA-256 is the `content_hash` of the statement.', examples: ['{"description":"Our summer campaign starts today."}'] })),
    statement: z.string().check(z.meta({ description: 'The statement that was signed, as canonical JSON. The challenge of the signature is its SHA-256.', examples: [SAMPLE_STATEMENT] })),
    authenticator_data: z.string().check(z.meta({ description: 'The authenticator data of the signature, in base64url.', examples: ['EsoXtJryKJQ28wPgFmAwoh5SXSZuIJJnQzgBqP1AcaAFAAAAAg'] })),
    client_data_json: z.string().check(z.meta({ description: 'The client data of the signature, in base64url.', examples: ['eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0'] })),
    signature: z.string().check(z.meta({ description: 'The signature, in base64url.', examples: ['MEYCIQDiPulFqe-rEvd8wbc_45l54t6L9TIeRKDTaxb8RWCPhw'] })),
    public_key: z.string().check(z.meta({ description: 'The public key of the passkey as SubjectPublicKeyInfo (DER), in base64url.', examples: ['MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE'] })),
    fingerprint: sha256Hash().check(z.meta({ description: 'The SHA-256 of the public key. The dashboard shows it to the person with their passkey.', examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })),
  })).check(z.describe('What was signed. Null unless the item is approved, and by a passkey.')),
}));
