import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, toItem } from '../../core/table/schema.ts';
import type { Prefetch } from '../../identity/pipeline/prefetch.ts';
import { linkRulesEntity } from '../entities/link-rules.ts';
import type { LinkRules } from '../rules/link-rule.ts';

/** Build the key of the link rules of a workspace. */
export function linkRulesKey(workspaceId: string): PrimaryKey {
  return keyOf(linkRulesEntity, { workspace_id: workspaceId });
}

/** Prefetch the link rules of the workspace besides what an endpoint prefetches. */
export function prefetchLinkRules(prefetch: Prefetch): Prefetch {
  return (workspaceId, params) => [...prefetch(workspaceId, params), linkRulesKey(workspaceId)];
}

/** Load the link rules of a workspace: none until the first is stored. */
export async function loadLinkRules(workspaceId: string): Promise<LinkRules> {
  const found = await load<LinkRules>(linkRulesKey(workspaceId));
  return found ?? { id: workspaceId, workspace_id: workspaceId, rules: [], version: 0 };
}

/** Build the write of the link rules, after the version that was read. */
export function linkRulesWrite({ version }: LinkRules, after: LinkRules): Write {
  const put = toItem(linkRulesEntity, { ...after, version: version + 1 });
  return { put, condition: version === 0 ? 'absent' : { version } };
}
