import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { KeyResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const KeyUpdate = z.strictObject({
  paused: z.boolean().check(z.meta({ description: 'Whether the requests of the agent are rejected. A session that resumes a key requires a sign-in within the last ten minutes.', examples: [true] })),
});

export const operation = defineOperation({
  id: 'keys.update',
  route: 'PUT /v1/keys/{id}',
  summary: 'Pause or resume an agent key',
  description:
    'Reject the requests of an agent key from now on, with 403 `agent_paused`, or accept them again. Its drafts and submissions stay. Other keys cannot be paused: revoke them. A session without `keys:write` can pause the agent keys of the applications that its member has authorized.',
  permissions: ['keys:write'],
  ownApplications: true,
  body: KeyUpdate,
  errors: ['recent_sign_in_required'],
  access: { get: ['AgentUsage'], put: ['ApiKey'] },
  example: { params: { id: 'key_01K00000000000000000000003' }, body: { paused: true } },
});

export const response = KeyResponse;
