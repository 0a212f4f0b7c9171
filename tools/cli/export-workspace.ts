import { entryOf } from '../../lib/audit/store/audit-log.ts';
import { fromItem, type Item } from '../../lib/core/table/schema.ts';
import { identify, isAbout } from './person.ts';
import { loadWorkspaceItems, workspaceItems } from './workspace-items.ts';

/** The entities that hold what members, commenters and the workspace provided, and what was recorded about them. */
// biome-ignore format: several entities per line keep the list short.
const EXPORTED: ReadonlySet<unknown> = new Set([
  'Workspace', 'Member', 'Invitation', 'ApiKey', 'ApiKeyUsage', 'Content', 'ScheduleEntry', 'Endpoint', 'Event',
  'Delivery', 'Recovery', 'Account', 'WorkspaceApp', 'PostMetrics', 'Engagement', 'OrphanComment', 'InboundBatch', 'AuditEntry', 'AuditClaim',
  'WorkspaceSettings', 'ReviewComment', 'ReviewLink', 'Notification', 'NotificationSettings', 'Session', 'Passkey', 'MediaAsset', 'DeviceLogin',
  'ContentVersion', 'Queue', 'Label', 'CalendarFeed', 'Export', 'Recurrence', 'RecurrenceOccurrence', 'Import', 'ImportRow',
]);

/** An export may miss the changes of the last second. */
const READ = { isConsistent: false };

const SECRETS = [
  'cursor_secret',
  'secret_hash',
  'secret_salt',
  'device_code_hash',
  'token_hash',
  'secrets',
  'retired_secrets',
  'refresh',
  'encrypted_secrets',
  'source_url',
];

/**
 * Print the data of a workspace, or that of one person in it, as one JSON object per line, without secrets, hashes of
 * secrets and derived items. Returns the number of lines.
 */
export async function exportWorkspace(
  workspaceId: string,
  given: string | undefined,
  print: (line: string) => void,
): Promise<number> {
  const person = given === undefined ? null : identify(given, await loadWorkspaceItems(workspaceId, READ));
  let lines = 0;
  for await (const item of workspaceItems(workspaceId, READ)) {
    if (!EXPORTED.has(item.entity) || (person && !isAbout(item, person))) continue;
    // The claim of a change by the service has no address.
    if (item.entity === 'AuditClaim' && item.source_ip === undefined) continue;
    print(JSON.stringify(exportedRecord(item)));
    lines += 1;
  }
  return lines;
}

function exportedRecord(item: Item): Item {
  if (item.entity === 'AuditEntry') return { entity: 'AuditEntry', ...entryOf(item) };
  const record: Item = { entity: item.entity, ...fromItem<Item>(item) };
  for (const name of SECRETS) delete record[name];
  // Stored as text.
  if (typeof record.data === 'string') record.data = JSON.parse(record.data);
  return record;
}
