import type { OperationId } from '../../lib/bundle/endpoints.ts';
import type { Permission } from '../../lib/core/api/permission.ts';

// A review link and a calendar feed show the items, and a webhook endpoint receives their events.
const READING: OperationId[] = ['content.create-review-link', 'calendar-feeds.create', 'webhooks.create'];

/** The permissions that an operation needs besides any one of its own. */
export function alsoNeeded(operation: OperationId): Permission[] {
  // A recurrence writes items and schedules them; its response shows what others have written.
  if (operation === 'recurrences.create') return ['content:write'];
  if (operation === 'recurrences.update') return ['content:write', 'content:read'];
  return READING.includes(operation) ? ['content:read'] : [];
}
