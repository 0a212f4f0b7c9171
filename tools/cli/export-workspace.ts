import type { EntityName } from '../../lib/app/table/entity-table.ts';
import { LIFECYCLES } from '../../lib/app/table/lifecycle-table.ts';
import { loadWorkspaceItems, workspaceItems } from '../../lib/app/workspace-items/workspace-items.ts';
import { entryOf } from '../../lib/audit/store/audit-log.ts';
import { fromItem, type Item } from '../../lib/core/table/schema.ts';
import { identify, isAbout } from './person.ts';

/** An export may miss the changes of the last second. */
const READ = { isConsistent: false };

/** By the name of a field, so that no entity exports what is a secret of another one. */
const SECRETS = Object.values(LIFECYCLES).flatMap(({ secrets = [] }) => secrets);

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
    if (!isExported(item) || (person && !isAbout(item, person))) continue;
    // The claim of a change by the service has no address.
    if (item.entity === 'AuditClaim' && item.source_ip === undefined) continue;
    print(JSON.stringify(exportedRecord(item)));
    lines += 1;
  }
  return lines;
}

/** Return whether an item has what a person or the workspace provided, or what was recorded about them. */
function isExported({ entity }: Item): boolean {
  return LIFECYCLES[entity as EntityName]?.isExported === true;
}

function exportedRecord(item: Item): Item {
  if (item.entity === 'AuditEntry') return { entity: 'AuditEntry', ...entryOf(item) };
  const record: Item = { entity: item.entity, ...fromItem<Item>(item) };
  for (const name of SECRETS) delete record[name];
  // Stored as text.
  if (typeof record.data === 'string') record.data = JSON.parse(record.data);
  return record;
}
