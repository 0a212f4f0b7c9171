import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, permissionName, timestamp } from '../../../core/api/response-fields.ts';
import { type AgentBudgets, DEFAULT_BUDGETS } from '../../rules/agent-key.ts';
import { AGENT_BUDGETS } from './agent-budgets.ts';

const budget = (name: keyof AgentBudgets) =>
  integer().check(z.meta({ description: AGENT_BUDGETS[name].description, examples: [DEFAULT_BUDGETS[name]] }));

const countedBudgets = lazy(() => ({
  drafts: budget('drafts'),
  submissions: budget('submissions'),
  media_bytes: budget('media_bytes'),
  platform_micro_usd: budget('platform_micro_usd'),
}));

// biome-ignore format: one field per line.
export const AgentResponse = lazyObject(() => ({
  accounts: z.nullable(z.array(z.string())).check(z.meta({ description: 'The ids of the only accounts for which the agent may draft. Null for all accounts.', examples: [null] })),
  budgets: AgentBudgetsResponse().check(z.describe('What the agent may use in a day (UTC).')),
  used_today: AgentUsedTodayResponse().check(z.describe('What the agent has used on this day (UTC).')),
  paused_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the key was paused. Null while its requests are accepted.', examples: [null] })),
}));

export const AgentBudgetsResponse = lazyObject(() => ({ requests: budget('requests'), ...countedBudgets() }));

// biome-ignore format: one field per line.
export const AgentUsedTodayResponse = lazyObject(() => ({
  requests: integer().check(z.meta({ description: 'Requests, also those that only read. At most this many: quota is reserved in batches, so up to 50 requests of each instance may not have been sent.', examples: [120] })),
  ...countedBudgets(),
}));

// biome-ignore format: one field per line.
const OauthClientResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the OAuth client.', examples: ['https://app.example.com/oauth/client.json'] })),
  name: z.string().check(z.meta({ description: 'The name that the client states.', examples: ['Example App'] })),
  host: z.nullable(z.string()).check(z.meta({ description: 'The host of the client id. Null for a registered client, such as the command line.', examples: ['app.example.com'] })),
}));

// biome-ignore format: one field per line.
const keyFields = lazy(() => ({
  id: z.string().check(z.meta({ description: 'The id of the API key. Identical to `client_id`.', examples: ['key_01K00000000000000000000000'] })),
  client_id: z.string().check(z.describe('Identical to `id`. Use it in token requests.'), z.meta({ examples: ['key_01K00000000000000000000000'] })),
  name: z.string().check(z.meta({ description: 'A name for the API key.', examples: ['Nightly import'] })),
  user_id: z.string().check(z.describe('The id of the user who created the API key.')),
  status: z.enum(['active', 'expired']),
  permissions: z.array(permissionName()),
  allowed_ips: z
    .array(z.string())
    .check(
      z.describe('IP addresses and CIDR blocks from which the API key can be used. Empty if there is no restriction.'), z.meta({ examples: [['192.0.2.0/24']] }),
    ),
  hourly_limit: z.nullable(integer()).check(z.meta({ description: 'Maximum number of requests per hour, in addition to the per-minute limit of the workspace. Null if there is no hourly limit.', examples: [1000] })),
  agent: z.nullable(AgentResponse()).check(z.describe('The terms of an agent key. Null for every other key.')),
  oauth_client: z.nullable(OauthClientResponse()).check(z.describe('The OAuth client that has a refresh token of the key. Null for every other key.')),
  expires_at: z.nullable(timestamp()),
  last_used_at: z
    .nullable(timestamp())
    .check(z.describe('Time the API key was last used, accurate to five minutes. Null if it was never used.'), z.meta({ examples: ['2026-11-20T09:30:00.000Z'] })),
  created_at: timestamp(),
  rerolled_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the secret was last replaced. Null if it was never replaced.', examples: ['2026-11-20T09:30:00.000Z'] })),
  previous_secret_expires_at: z
    .nullable(timestamp())
    .check(z.describe('Time at which the last previous secret expires. Null if there is none.'), z.meta({ examples: ['2026-11-21T09:30:00.000Z'] })),
}));

export const KeyResponse = lazy(() => z.object(keyFields()));

// biome-ignore format: one field per line.
export const KeySecretResponse = lazyObject(() => ({
  ...keyFields(),
  client_secret: z.string().check(z.describe('The client secret. Returned once; only its hash is stored.'), z.meta({ examples: ['the-secret-shown-once'] })),
}));
