import type { Write } from '../../lib/core/table/commit.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import type { LinkRule } from '../../lib/link-rules/rules/link-rule.ts';
import { linkRulesWrite } from '../../lib/link-rules/store/link-rules.ts';

/** Build the link rules of a workspace that has none, with these ids. */
export function sampleLinkRulesWrite(workspaceId: string, ids: readonly string[], nowMs: number): Write {
  const none = { id: workspaceId, workspace_id: workspaceId, rules: [], version: 0 };
  const scope = { scope: 'workspace', platform: null, label: null } as const;
  const parameters = { utm_source: '{platform}', utm_medium: 'social' };
  const made = { hosts: ['example.com'], parameters, created_at: formatInstant(nowMs) };
  return linkRulesWrite(none, { ...none, rules: ids.map((id): LinkRule => ({ id, ...scope, ...made })) });
}
