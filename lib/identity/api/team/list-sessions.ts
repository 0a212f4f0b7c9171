import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { lazyObject } from '../../../core/api/response-fields.ts';
import { PasskeyResponse } from './passkey-response.ts';
import { MemberReviewLinkResponse, MemberSessionResponse } from './session-responses.ts';

export const MemberSessionsResponse = /* @__PURE__ */ lazyObject(() => ({
  sessions: z.array(MemberSessionResponse()).check(z.describe('The sessions, newest first.')),
  passkeys: z.array(PasskeyResponse()).check(z.describe('The passkeys, oldest first.')),
  review_links: z
    .array(MemberReviewLinkResponse())
    .check(
      z.describe('The review links of the member that still work, newest first, of the last 100 that they created.'),
    ),
}));

export const operation = defineOperation({
  id: 'team.list-sessions',
  route: 'GET /v1/team/members/{id}/sessions',
  summary: 'List the sessions of a member',
  description:
    'Return the sessions of a member that have not ended, newest first, their passkeys, and their review links that still work. Sessions are those of the last 100 sign-ins. The sessions of a removed member have ended.',
  permissions: ['team:write'],
  access: { get: ['Session', 'ReviewLink'], list: ['Passkey'], indexes: ['by_parent'] },
  example: { params: { id: 'usr_01K00000000000000000000000' } },
});

export const response = MemberSessionsResponse;
