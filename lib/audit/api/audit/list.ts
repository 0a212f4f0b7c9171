import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields, timeParameter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, listResponse, sha256Hash, timestamp } from '../../../core/api/response-fields.ts';
import { ACTOR_TYPES, AUDIT_ACTIONS } from '../../rules/audit-log.ts';
import { RESOURCE_TYPES } from '../../rules/resource-types.ts';

export const AuditQuery = z.strictObject({
  ...pageFields,
  from: z.optional(timeParameter).check(z.describe('Only return entries recorded at or after this time.')),
  to: z.optional(timeParameter).check(z.describe('Only return entries recorded before this time.')),
});

const resourceTypes = Object.values(RESOURCE_TYPES);

// biome-ignore format: one field per line.
export const AuditEntryResponse = /* @__PURE__ */ lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the audit entry.', examples: ['aud_01K00000000000000000000000'] })),
  number: integer().check(z.describe('Position in the chain: 1, 2, 3 and so on, without gaps.'), z.meta({ examples: [1] })),
  at: timestamp().check(z.describe('Time of the change.'), z.meta({ examples: ['2026-11-20T09:30:00.000Z'] })),
  recorded_at: timestamp().check(
    z.describe('Time the entry was appended to the audit log. `from` and `to` filter by this time.'), z.meta({ examples: ['2026-11-20T09:30:00.000Z'] }),
  ),
  actor: z.object({
    type: z
      .enum(ACTOR_TYPES)
      .check(
        z.describe(
          '`user`: a change by an API key or a session of a member. `service`: an automatic change. `operator`: a change by the operator of the service. `review_link`: a change by an external reviewer. `agent`: a change by an agent key, `client_id`; `user_id` is the member who is responsible for it. `stage_key`: a change by a stage key, `client_id`. `portal`: a change by a person in a portal of the stage key `client_id`.',
        ),
      ),
    user_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the user. Null if the change was not made by a user.', examples: ['usr_01K00000000000000000000000'] })),
    client_id: z.nullable(z.string()).check(z.describe('The id of the API key, the session or the stage key that was used.'), z.meta({ examples: ['key_01K00000000000000000000000'] })),
    review_link_id: z.optional(z.string()).check(z.meta({ description: 'The review link that was used. Only for the type `review_link`.', examples: ['rvl_01K00000000000000000000000'] })),
    actor: z.optional(z.string()).check(z.meta({ description: 'Who of its users the product named in the header `Actor`. Only for the types `stage_key` and `portal`.', examples: ['user-4711'] })),
  }).check(z.describe('Who made the change.')),
  source_ip: z
    .nullable(z.string())
    .check(
      z.describe(
        'The IP address of the request. Null for automatic changes, and after it is erased or expires.',
      ), z.meta({ examples: ['192.0.2.7'] }),
    ),
  request_id: z.nullable(z.string()).check(z.describe('The `X-Request-Id` of the request.'), z.meta({ examples: ['req_01K00000000000000000000000'] })),
  operation: z.nullable(z.string()).check(z.describe('The `operationId` of the request.'), z.meta({ examples: ['content.update'] })),
  resource: z.object({
    type: z.enum(resourceTypes).check(z.describe('The type of the resource.')),
    id: z.string().check(z.meta({ description: 'The id of the resource.', examples: ['cnt_01K00000000000000000000000'] })),
  }).check(z.describe('The resource that was changed.')),
  action: z.enum(AUDIT_ACTIONS).check(z.meta({ description: 'The action that was performed on the resource.', examples: ['updated'] })),
  changes: z
    .nullable(z.array(z.object({
      field: z.string().check(z.meta({ description: 'The name of the field.', examples: ['title'] })),
      before: z.unknown().check(z.meta({ description: 'The value before the change.', examples: ['Summer campaign'] })),
      after: z.unknown().check(z.meta({ description: 'The value after the change.', examples: ['Autumn campaign'] })),
    })))
    .check(
      z.describe(
        'The changed fields. Null after they are erased. Secrets are replaced by `[hidden]`, long texts by their beginning, length and SHA-256 hash.',
      ),
    ),
  digests: z
    .object({
      source_ip: z.nullable(sha256Hash()).check(z.meta({ description: 'The digest of `source_ip`. Null if there was no request.', examples: ['fcde2b2edba56bf408601fb721fe9b5c338d10ee429ea04fae5511b68fbf8fb9'] })),
      changes: sha256Hash().check(z.meta({ examples: ['2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae'] })),
    })
    .check(z.describe('Salted digests of `source_ip` and `changes`. `hash` covers the digests instead of the values.')),
  salts: z
    .object({
      source_ip: z.nullable(z.string()).check(z.meta({ description: 'The salt of the digest of `source_ip`. Null if there is no IP address, and after it is erased.', examples: ['7c6a180b36896a0a8c02787eeafb0e4c'] })),
      changes: z.nullable(z.string()).check(z.meta({ description: 'The salt of the digest of `changes`. Null after they are erased.', examples: ['5f4dcc3b5aa765d61d8327deb882cf99'] })),
    })
    .check(z.describe('The salts of the digests. Null once they were erased.')),
  previous_hash: sha256Hash().check(z.meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })),
  hash: sha256Hash().check(z.meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })),
}));

export const AuditListResponse = /* @__PURE__ */ listResponse('entries', AuditEntryResponse, 'audit log entries');

export const operation = defineOperation({
  id: 'audit.list',
  route: 'GET /v1/audit',
  summary: 'List audit log entries',
  description:
    'Return all changes in the workspace, newest first. Each entry contains the actor, the source IP address, and the values before and after the change. Secrets are redacted. Entries are append-only. Filter by recording time. A stage key for all workspaces that names none receives the changes of stage keys.',
  errors: ['workspace_required'],
  permissions: ['audit:read'],
  stage: 'optional',
  query: AuditQuery,
  access: { get: ['AuditClaim'], list: ['AuditEntry'] },
});

export const response = AuditListResponse;
