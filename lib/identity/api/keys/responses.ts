import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { type AgentBudgets, DEFAULT_BUDGETS } from '../../rules/agent-key.ts';
import { AGENT_BUDGETS } from './agent-budgets.ts';
import { clientSecret, credentialFields } from './credential-fields.ts';

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

const keyFields = lazy(() => {
  const examples = { id: 'key_01K00000000000000000000000', name: 'Nightly import' };
  const { id, client_id, name, status, permissions, allowed_ips, ...times } = credentialFields('API key', examples);
  // biome-ignore format: one field per line.
  return {
    id, client_id, name,
    user_id: z.string().check(z.describe('The id of the user who created the API key.')),
    status, permissions, allowed_ips,
    hourly_limit: z.nullable(integer()).check(z.meta({ description: 'Maximum number of requests per hour, in addition to the per-minute limit of the workspace. Null if there is no hourly limit.', examples: [1000] })),
    agent: z.nullable(AgentResponse()).check(z.describe('The terms of an agent key. Null for every other key.')),
    oauth_client: z.nullable(OauthClientResponse()).check(z.describe('The OAuth client that has a refresh token of the key. Null for every other key.')),
    ...times,
  };
});

export const KeyResponse = lazy(() => z.object(keyFields()));

export const KeySecretResponse = lazyObject(() => ({ ...keyFields(), client_secret: clientSecret() }));
