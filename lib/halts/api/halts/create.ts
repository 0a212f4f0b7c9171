import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { textSchema } from '../../../core/api/request-fields.ts';
import { PLATFORM_NAMES } from '../../../platforms/api/request-fields.ts';
import { HaltResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const HaltCreate = z.strictObject({
  scope: z
    .union([z.literal('workspace'), z.strictObject({ platform: z.enum(PLATFORM_NAMES) }), z.strictObject({ account: z.string().check(z.maxLength(64), z.meta({ description: 'The id of the account.', examples: ['acc_01K00000000000000000000000'] })) })], { error: 'Must be "workspace", or an object with a platform or an account.' })
    .check(z.meta({ description: 'What to stop: `workspace`, `{"platform": "x"}`, or `{"account": "acc_…"}`.', examples: ['workspace'] })),
  reason: textSchema(280).check(z.meta({ description: 'Why publishing is halted. Every member and every API key that reads an affected item sees it.', examples: ['The campaign is withdrawn.'] })),
});

export const operation = defineOperation({
  id: 'halts.create',
  route: 'POST /v1/halts',
  summary: 'Halt publishing',
  description:
    'Stop publishing in the workspace, on a platform, or with an account. No post is sent after the response, which takes about 1.2 seconds. A request that the service has sent to a platform before ends with its true outcome, and unconfirmed posts are still checked. A thread stops after the part that is in progress. Posts that become due wait, also those that are scheduled or published during the halt. Each affected target and schedule entry shows the halt in `halt`.',
  permissions: ['schedule:write'],
  body: HaltCreate,
  status: 201,
  errors: ['already_halted', 'halt_limit'],
  access: { get: ['WorkspaceSettings', 'Account'], put: ['Halt', 'WorkspaceSettings'], check: ['Account'] },
  example: { body: { scope: { platform: 'x' }, reason: 'The campaign is withdrawn.' } },
});

export const response = HaltResponse;
