import { isClosed } from '../../content/rules/approval/required-approval.ts';
import { loadReadableContents } from '../../content/store/contents.ts';
import { readableRecords } from '../../core/stream/batches.ts';
import type { Notification } from '../rules/notification.ts';

/** Leave out requests for approval that were withdrawn, decided or made again: no email asks for a decision in vain. */
export async function withoutClosedRequests(
  workspaceId: string,
  notifications: Notification[],
): Promise<Notification[]> {
  const requests = notifications.filter(({ kind }) => kind === 'approval_requested');
  if (requests.length === 0) return notifications;
  const ids = [...new Set(requests.map(({ resource_id }) => resource_id))];
  const contents = readableRecords('Content', await loadReadableContents(workspaceId, ids));
  const open = new Set(
    contents
      .filter((content) => content.approval?.status === 'pending_approval' && !isClosed(content))
      .map(({ id, approval }) => `${id}/${approval!.requested_at}`),
  );
  return notifications.filter(
    ({ kind, resource_id, created_at }) => kind !== 'approval_requested' || open.has(`${resource_id}/${created_at}`),
  );
}
