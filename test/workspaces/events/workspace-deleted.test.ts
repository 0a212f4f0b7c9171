import { describe, expect, it } from 'vitest';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import { outlives } from '../../../lib/webhooks/events/event-permissions.ts';
import { EVENT_KINDS } from '../../../lib/webhooks/events/events.ts';
import { endStep, recordItems, startDeletion } from '../../../lib/workspaces/rules/deletion-progress.ts';
import {
  deletionOf,
  isDeleting,
  scheduleDeletion,
  toDeletionView,
  type WorkspaceDeletion,
} from '../../../lib/workspaces/rules/workspace-deletion.ts';
import { newCustomerWorkspace } from '../../../lib/workspaces/rules/workspace-details.ts';

const AT = '2027-01-01T00:00:00.000Z';
const NOW_MS = Date.parse(AT);

const workspace = scheduleDeletion(
  newCustomerWorkspace({ name: 'Example Bakery' }, { id: 'ws_1', cursor_secret: 'hidden' }, NOW_MS),
  ...[0, 'skey_1', NOW_MS],
);
if (!isDeleting(workspace)) throw new Error('It is not being deleted.');
const scheduled: WorkspaceDeletion = { ...deletionOf(workspace), version: 0 };
const started = startDeletion(scheduled, NOW_MS);
const last: WorkspaceDeletion = { ...started, step: 'log' };
const finished = endStep(last, 0, NOW_MS + 1);

const eventsOf = (before: WorkspaceDeletion | null, after: WorkspaceDeletion | null) =>
  deriveEvents('WorkspaceDeletion', { before, after, changedAt: AT });

describe('workspace.deleted', () => {
  it('is derived from the end of a deletion, about its workspace, at the time of the certificate', () => {
    expect(eventsOf(last, finished)).toEqual([
      {
        ...{ type: 'workspace.deleted', dedupKey: 'ws_1/deleted', workspaceId: 'ws_1' },
        ...{ timestamp: finished.deleted_at, data: toDeletionView(finished) },
      },
    ]);
  });

  it('is not derived from a request, its withdrawal, a part of the work or what is found later', () => {
    const changes = [
      ...[eventsOf(null, scheduled), eventsOf(scheduled, null), eventsOf(scheduled, started)],
      ...[eventsOf(started, recordItems(started, [], 0, NOW_MS)), eventsOf(finished, endStep(finished, 1, NOW_MS))],
    ];
    expect(changes.flat()).toEqual([]);
  });

  it('has no name', () => {
    expect(JSON.stringify(eventsOf(last, finished))).not.toMatch(/Example Bakery|hidden/);
  });

  it('is the only kind that outlives its workspace', () => {
    expect(EVENT_KINDS.filter(outlives)).toEqual(['workspace.deleted']);
  });
});
