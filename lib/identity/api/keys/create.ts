import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { labelSchema, permissions, time } from '../../../core/api/request-fields.ts';
import { type AgentBudgets, DEFAULT_BUDGETS } from '../../rules/agent-key.ts';
import { MAX_HOURLY_LIMIT } from '../../rules/rate-limits.ts';
import { AGENT_BUDGETS } from './agent-budgets.ts';
import { agentAccounts, allowedIps } from './requests.ts';
import { KeySecretResponse } from './responses.ts';

const budget = (name: keyof AgentBudgets) => {
  const { description, maximum } = AGENT_BUDGETS[name];
  const limit = DEFAULT_BUDGETS[name];
  return z
    .optional(z.int().check(z.minimum(0), z.maximum(maximum)))
    .check(z.meta({ description: `${description} Defaults to ${limit}.`, examples: [limit] }));
};

// biome-ignore format: one field per line.
const agent = z.strictObject({
  accounts: z.optional(agentAccounts)
    .check(z.meta({ description: 'The ids of the only accounts for which the agent may draft. Each of its items must name them in `accounts`. Defaults to all accounts of the workspace.', examples: [['acc_01K00000000000000000000000']] })),
  budgets: z.optional(z.strictObject({
    requests: budget('requests'),
    drafts: budget('drafts'),
    submissions: budget('submissions'),
    media_bytes: budget('media_bytes'),
    platform_micro_usd: budget('platform_micro_usd'),
  })).check(z.describe('What the agent may use in a day (UTC).')),
});

// biome-ignore format: one field per line.
export const KeyCreate = z.strictObject({
  name: labelSchema(100).check(z.describe('A name for the API key. Names do not have to be unique.'), z.meta({ examples: ['Nightly import'] })),
  permissions: z
    .optional(permissions.check(z.minLength(1, 'Must contain at least one permission.')))
    .check(z.describe('Must be a subset of your permissions. Defaults to all of them.')),
  allowed_ips: z
    .optional(allowedIps)
    .check(
      z.describe(
        'IP addresses and CIDR blocks from which the API key can be used. Defaults to no restriction.',
      ), z.meta({ examples: [['192.0.2.0/24']] }),
    ),
  hourly_limit: z
    .optional(z.nullable(z.int().check(z.minimum(1), z.maximum(MAX_HOURLY_LIMIT))))
    .check(z.describe('Maximum number of requests per hour, in addition to the per-minute limit of the workspace.'), z.meta({ examples: [1000] })),
  agent: z.optional(agent).check(z.describe('Makes the key an agent key, for an autonomous program such as a language model: it reads, drafts and submits for approval, within budgets, and never publishes, schedules, approves, deletes or changes settings. It expires after 90 days by default, and within 366.')),
  expires_at: z.optional(z.nullable(time)).check(z.describe('Time the API key and its access tokens expire.')),
});

export const operation = defineOperation({
  id: 'keys.create',
  route: 'POST /v1/keys',
  summary: 'Create an API key',
  description:
    'Create an API key. A session requires a sign-in within the last ten minutes. You cannot grant permissions you do not have. The secret is returned only in this response.',
  permissions: ['keys:write'],
  showsSecret: true,
  location: true,
  body: KeyCreate,
  status: 201,
  errors: ['recent_sign_in_required', 'key_limit'],
  access: { get: ['Account'], put: ['ApiKey'], add: ['Counter'] },
  example: {
    body: {
      name: 'Nightly import',
      permissions: ['content:read', 'content:write'],
      allowed_ips: ['192.0.2.0/24', '2001:db8::/32'],
    },
  },
});

export const response = KeySecretResponse;
