import * as z from 'zod/mini';
import { listContentRules } from '../../platforms/content-rules.ts';
import { PLATFORMS } from '../../platforms/platforms.ts';
import { defineTool, READS } from './tool.ts';

const BUDGETS = ['requests', 'drafts', 'submissions', 'media_bytes', 'platform_micro_usd'] as const;

/** Read the rules that apply to the agent. */
export const readRules = defineTool({
  name: 'read_rules',
  title: 'Read the rules',
  description:
    'Return the settings of the workspace about approval, the rules of each platform for posts with their sources, and what this agent key may use and has left today (UTC).',
  annotations: READS,
  place: 14,
  example: {},
  input: () => z.strictObject({}),
  output: () =>
    z.object({
      workspace: z.object({
        name: z.string(),
        approval: z.string(),
        approver_roles: z.array(z.string()),
        time_zone: z.string().check(z.meta({ description: 'The zone in which the members plan.' })),
        media_used_bytes: z.int(),
        media_quota_bytes: z.int(),
      }),
      agent: z.object({
        key_id: z.string(),
        permissions: z.array(z.string()),
        accounts: z
          .nullable(z.array(z.string()))
          .check(z.meta({ description: 'The only accounts it may draft for. Null for all.' })),
        budgets: z.array(z.object({ budget: z.enum(BUDGETS), limit: z.int(), left_today: z.int() })),
        token_expires_at: z.string(),
      }),
      platform_rules: z.array(
        z.object({
          platform: z.string(),
          rule: z.string(),
          limit: z.nullable(z.number()),
          accepts: z.nullable(z.array(z.string())),
          as_of: z.string(),
          source: z.string(),
        }),
      ),
    }),
  run: async (_, call) => {
    const { name, approval, approver_roles, time_zone, media_storage } = await call('workspace.get');
    const { client_id: key_id, permissions, agent, expires_at } = await call('auth.verify');
    // The server answers agent keys only.
    const { accounts, budgets, used_today: used } = agent!;
    return {
      workspace: {
        ...{ name, approval, approver_roles, time_zone },
        ...{ media_used_bytes: media_storage.used_bytes, media_quota_bytes: media_storage.quota_bytes },
      },
      agent: {
        ...{ key_id, permissions, accounts },
        budgets: BUDGETS.map((budget) => {
          return { budget, limit: budgets[budget], left_today: Math.max(0, budgets[budget] - used[budget]) };
        }),
        token_expires_at: expires_at,
      },
      platform_rules: PLATFORMS.flatMap(listContentRules).map((rule) => ({
        ...{ platform: rule.platform, rule: rule.rule, as_of: rule.as_of, source: rule.source },
        limit: 'limit' in rule ? (rule.limit ?? null) : null,
        accepts: 'accepts' in rule ? [...rule.accepts] : null,
      })),
    };
  },
});
