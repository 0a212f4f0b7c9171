import { defineSamples, sampleId } from '../core/api/define-samples.ts';
import { VISIBLE_TEXT } from '../core/api/inexpressible-rules.ts';
import { formatInstant } from '../core/values/timestamps.ts';
import type { LinkRule } from './rules/link-rule.ts';
import { linkRulesWrite } from './store/link-rules.ts';

const RULE = { scope: 'workspace', parameters: { utm_source: '{platform}', utm_medium: 'social' } } as const;

export const samples = defineSamples({
  path: '/v1/link-rules/{id}',
  make: async ({ create }) => ({ id: await create('/link-rules', RULE) }),
  ids: [sampleId('linkRule', 0), sampleId('linkRule', 1)],
  // One item has all rules of a workspace, which has none here.
  store: ({ workspace_id, nowMs }, ids) => {
    const none = { id: workspace_id, workspace_id, rules: [], version: 0 };
    const rest = { platform: null, label: null, hosts: ['example.com'], created_at: formatInstant(nowMs) };
    return [linkRulesWrite(none, { ...none, rules: ids.map((id): LinkRule => ({ id, ...RULE, ...rest })) })];
  },
});

// A relation between the scope and its fields, and the placeholders.
const LINK_RULE = [
  /^\/(platform|label): (Required for the scope|Must be null for the scope)/,
  /^\/parameters\/[a-z_]+: Must contain no placeholder/,
];

/** What the OpenAPI document cannot express, by operation. */
// biome-ignore format: one row per operation is what makes it a table.
export const inexpressible: Record<string, readonly RegExp[]> = {
  'POST /link-rules': [...VISIBLE_TEXT, ...LINK_RULE],
  'PUT /link-rules/{id}': [...VISIBLE_TEXT, ...LINK_RULE],
};
