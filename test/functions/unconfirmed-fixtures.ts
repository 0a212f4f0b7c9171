import type { Content, ContentState } from '../../lib/content/rules/content.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { contentWrites, loadContent } from '../../lib/content/store/contents.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { commit } from '../../lib/core/table/commit.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { stopChecking } from '../../lib/publishing/rules/unconfirmed-transitions.ts';
import type { Tenant } from './tenants.ts';

/** The platform is not asked again about a post of unknown outcome. */
export async function stopReconciling(tenant: Tenant, id: string, platform: Platform): Promise<void> {
  await applyEntryRule(tenant, id, platform, (content, entry) => stopChecking(content, entry, Date.now()));
}

/** Commit one step of the entry of one platform, as the publish function does. */
export async function applyEntryRule(
  tenant: Tenant,
  id: string,
  platform: Platform,
  rule: (content: Content, entry: ScheduleEntry) => ContentState,
): Promise<void> {
  const workspaceId = tenant.workspace.id;
  const content = (await loadContent(workspaceId, id))!;
  const entry = (await loadEntry(workspaceId, content.targets[platform]!.schedule_id))!;
  await commit(contentWrites({ content, entries: [entry] }, rule(content, entry)));
}
