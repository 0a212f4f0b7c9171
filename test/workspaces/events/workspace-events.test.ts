import { describe, expect, it } from 'vitest';
import { newStageWorkspace } from '../../../lib/identity/rules/stage.ts';
import type { Workspace } from '../../../lib/identity/rules/workspace.ts';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import {
  editWorkspace,
  newCustomerWorkspace,
  resumeWorkspace,
  suspendWorkspace,
} from '../../../lib/workspaces/rules/workspace-details.ts';

const AT = '2027-01-01T00:00:00.000Z';
const NOW_MS = Date.parse(AT);
const made = newCustomerWorkspace({ name: 'Example Bakery' }, { id: 'ws_1', cursor_secret: 'hidden' }, NOW_MS);
const next = (workspace: Workspace): Workspace => ({ ...workspace, version: workspace.version + 1 });
const renamed = next(editWorkspace(made, { name: 'Another name' }));
const suspended = next(suspendWorkspace(renamed, { scope: 'publishing', reason: 'Overdue.' }, NOW_MS));
const resumed = next(resumeWorkspace(suspended));
const deletion = { requested_at: AT, requested_by: 'skey_1', delete_at: '2027-01-08T00:00:00.000Z' };
const deleting = next({ ...resumed, deletion });
const restored = { ...resumed, version: deleting.version + 1 };

/** Return the events of a change of a workspace. */
function eventsOf(before: Workspace | null, after: Workspace | null) {
  return deriveEvents('Workspace', { before, after, changedAt: AT });
}

describe('the change of a workspace', () => {
  it.each<[string, Workspace | null, Workspace, string]>([
    ['its creation', null, made, 'workspace.created'],
    ['another name', made, renamed, 'workspace.updated'],
    ['a suspension', renamed, suspended, 'workspace.suspended'],
    ['the end of a suspension', suspended, resumed, 'workspace.resumed'],
    ['a request to delete it', resumed, deleting, 'workspace.deletion_scheduled'],
    ['its restoration', deleting, restored, 'workspace.restored'],
  ])('that is %s is one event of the stage about it', (_, before, after, type) => {
    const [event, ...others] = eventsOf(before, after);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type, workspaceId: 'ws_1', data: { id: 'ws_1', name: after.name } });
  });

  it('of the scope of a suspension is a suspension', () => {
    const wider = next(suspendWorkspace(suspended, { scope: 'all', reason: 'Overdue.' }, NOW_MS));
    expect(eventsOf(suspended, wider)).toMatchObject([
      { type: 'workspace.suspended', data: { suspension: { scope: 'all' } } },
    ]);
  });

  it('that reports nothing, or deletes it, is no event', () => {
    expect([eventsOf(made, next(made)), eventsOf(made, null)]).toEqual([[], []]);
  });

  it('has events in the order of the changes, also within a second', () => {
    const changes = [
      [null, made],
      [made, renamed],
      [renamed, suspended],
      [suspended, resumed],
    ] as const;
    const times = changes.flatMap(([before, after]) => eventsOf(before, after).map(({ timestamp }) => timestamp));
    expect(times).toEqual([...new Set(times)].sort());
    expect(times).toHaveLength(4);
  });

  it('has no secret in its event', () => {
    expect(JSON.stringify(eventsOf(null, made))).not.toContain('hidden');
  });

  it('of the workspace that has the stage keys is no event', () => {
    expect(eventsOf(null, newStageWorkspace('hidden', NOW_MS))).toEqual([]);
  });
});
