import type { Content, ContentState } from '../../lib/domain/content.ts';
import type { Entry } from '../../lib/domain/entry.ts';
import type { Platform } from '../../lib/domain/platform.ts';
import { leaveInDoubt } from '../../lib/domain/reconciliation.ts';
import { commit } from '../../lib/table/commit.ts';
import { contentWrites, loadContent } from '../../lib/table/content.ts';
import { loadEntry } from '../../lib/table/entry.ts';
import type { Tenant } from './tenants.ts';

/** The platform is not asked any more about a post whose outcome nobody knows. */
export async function stopAsking(tenant: Tenant, id: string, platform: Platform): Promise<void> {
  await moveTarget(tenant, id, platform, (content, entry) => leaveInDoubt(content, entry, Date.now()));
}

/** Commits one step of the entry of one platform, as the publish function does. */
export async function moveTarget(
  tenant: Tenant,
  id: string,
  platform: Platform,
  rule: (content: Content, entry: Entry) => ContentState,
): Promise<void> {
  const workspaceId = tenant.workspace.id;
  const content = (await loadContent(workspaceId, id))!;
  const entry = (await loadEntry(workspaceId, content.targets[platform]!.schedule_id))!;
  await commit(contentWrites({ content, entries: [entry] }, rule(content, entry)));
}
