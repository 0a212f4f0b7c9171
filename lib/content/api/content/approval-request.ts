import * as z from 'zod/mini';
import { textSchema } from '../../../core/api/request-fields.ts';
import { MAX_NOTE_LENGTH } from '../../rules/approval/approval.ts';
import { MAX_STATEMENT_LENGTH } from '../../rules/approval/approval-statement.ts';
import { SAMPLE_STATEMENT } from './sample-statement.ts';

/** What a request can say with an action on an approval. */
// biome-ignore format: one field per line.
export const ApprovalRequest = z.strictObject({
  note: z.optional(textSchema(MAX_NOTE_LENGTH)).check(z.meta({ description: 'A note to the other members. Null if there is none.', examples: ['Ready for review.'] })),
  content_hash: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Must be 64 hexadecimal digits.'))).check(z.meta({ description: 'The `approval.content_hash` of the version you reviewed. If the item has a different hash, the request fails with `content_changed`.', examples: ['5e9f5c2f7a1f0d6b3c4e8a9d2b1c0f7e6d5a4b3c2d1e0f9a8b7c6d5e4f3a2b1c'] })),
});

/** What a request can say with an approval. */
// biome-ignore format: one field per line.
export const ApproveRequest = z.strictObject({
  ...ApprovalRequest.shape,
  passkey: z.optional(z.strictObject({
    statement: z.string().check(z.maxLength(MAX_STATEMENT_LENGTH), z.meta({ description: 'The `statement` of `GET /v1/content/{id}/approval-statement`, unchanged.', examples: [SAMPLE_STATEMENT] })),
    credential: z.record(z.string(), z.unknown()).check(z.describe('The credential that the browser returned for the `options` of the statement, as `PublicKeyCredential.toJSON()` returns it.')),
  })).check(z.describe('The signature of a passkey over the statement of this approval. Required where `approval_method` of the workspace is `passkey`; the access token must be that of a session.')),
});

/** What the four actions on an approval have in common. */
export const APPROVAL_ACTION = {
  ifMatch: true,
  etag: true,
  body: ApprovalRequest,
  access: {
    get: ['Label', 'Content', 'WorkspaceSettings', 'Account', 'DefaultAccount', 'PublishLimit'],
    put: ['Content', 'ContentTarget'],
  },
  signsMediaUrls: ['cards'],
} as const;
