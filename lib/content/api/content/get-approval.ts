import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject, sha256Hash } from '../../../core/api/response-fields.ts';
import { APPROVAL_STATUSES } from '../../rules/approval.ts';
import { SAMPLE_STATEMENT } from './sample-statement.ts';

export const operation = defineOperation({
  id: 'content.get-approval',
  route: 'GET /v1/content/{id}/approval',
  summary: 'Retrieve the evidence of an approval',
  description:
    'Return what proves that a person approved the item with a passkey: the statement, the signature and the public key. `tools/approval-verifier/verify-approval.mjs` verifies this response without code of the service. See [docs/approval.md](approval.md#approval-by-passkey).',
  permissions: ['content:read'],
  access: { get: ['Content'] },
  example: { params: { id: 'cnt_01K00000000000000000000007' } },
});

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

export const response = ContentApprovalResponse;
