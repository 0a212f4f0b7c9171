import { describe, expect, it } from 'vitest';
import type { Workspace } from '../../../lib/identity/rules/workspace.ts';
import {
  endStep,
  isDeletedAlone,
  isDeletedBy,
  readsLog,
  recordAccount,
  recordFiles,
  recordItems,
  startDeletion,
} from '../../../lib/workspaces/rules/deletion-progress.ts';
import {
  type DeletionStep,
  deletionOf,
  isDeleting,
  scheduleDeletion,
  toDeletionView,
  type WorkspaceDeletion,
} from '../../../lib/workspaces/rules/workspace-deletion.ts';
import { newCustomerWorkspace } from '../../../lib/workspaces/rules/workspace-details.ts';

const AT = '2027-01-01T00:00:00.000Z';
const NOW_MS = Date.parse(AT);
const LATER_MS = NOW_MS + 1_000;
const LATER = '2027-01-01T00:00:01.000Z';
const STEPS: DeletionStep[] = ['accounts', 'files', 'items', 'check', 'log', 'recheck'];
const LOG = ['AuditEntry', 'AuditHead', 'AuditClaim', 'Tombstone'];

const made = newCustomerWorkspace(
  { name: 'Example Bakery', external_id: 'customer-17' },
  { id: 'ws_1', cursor_secret: 'hidden' },
  NOW_MS,
);

function scheduledFor(days: number): Workspace & Required<Pick<Workspace, 'deletion'>> {
  const workspace = scheduleDeletion(made, days, 'skey_1', NOW_MS);
  if (!isDeleting(workspace)) throw new Error('It is not being deleted.');
  return workspace;
}

/** A deletion that is running, in a step. */
function running(step: DeletionStep = 'accounts', change: Partial<WorkspaceDeletion> = {}): WorkspaceDeletion {
  return { ...startDeletion({ ...deletionOf(scheduledFor(0)), version: 0 }, NOW_MS), step, ...change };
}

const finished = () => endStep(running('log'), 0, NOW_MS);

describe('a deletion that is requested', () => {
  it('is due at its time, and not before the last requests in the workspace have ended', () => {
    const dueAt = (days: number) => deletionOf(scheduledFor(days)).due_at;
    expect([dueAt(0), dueAt(1)]).toEqual(['2027-01-01T00:03:00.000Z', '2027-01-02T00:00:00.000Z']);
  });

  it('has no value of the workspace but its ids', () => {
    expect(JSON.stringify(deletionOf(scheduledFor(7)))).not.toMatch(/Example Bakery|hidden/);
  });

  it('starts with the workspace, which is its first item', () => {
    expect(running()).toMatchObject({ status: 'running', step: 'accounts', started_at: AT, counts: { items: 1 } });
  });
});

describe('the steps of a deletion', () => {
  it('follow each other: first what has to end elsewhere, the audit log last', () => {
    const next = STEPS.map((step) => endStep(running(step), 0, NOW_MS).step);
    expect(next).toEqual(['files', 'items', 'check', 'log', 'recheck', 'recheck']);
  });

  it('wait two minutes before what functions have written concurrently is looked for', () => {
    const later = '2027-01-01T00:02:00.000Z';
    expect(endStep(running('items'), 9, NOW_MS)).toMatchObject({ step: 'check', due_at: later });
    expect(endStep(running('check'), 1, NOW_MS)).toMatchObject({ step: 'check', due_at: later });
    expect(endStep(running('log'), 1, NOW_MS)).toMatchObject({ step: 'log', due_at: later });
  });

  it('begin at once after one that has found nothing, and after accounts and files', () => {
    for (const step of ['accounts', 'files', 'check'] as const) {
      expect([step, endStep(running(step), 0, LATER_MS).due_at]).toEqual([step, LATER]);
    }
  });

  it('forget the last file that was counted when the files are deleted', () => {
    expect(endStep(running('files', { cursor: 'media/ws_1/a' }), 1, NOW_MS).cursor).toBeNull();
  });

  it('end with the certificate, and a last look a day later, when the stream has no older change', () => {
    expect(finished()).toMatchObject({ status: 'finished', deleted_at: AT, due_at: '2027-01-02T01:00:00.000Z' });
    expect(endStep(finished(), 3, LATER_MS)).toMatchObject({ status: 'finished', deleted_at: AT, due_at: null });
  });
});

describe('the items of a step', () => {
  const stepsOf = (entity: string) => STEPS.filter((step) => isDeletedBy(step, entity));

  it('are those of the workspace from the first one on', () => {
    expect(stepsOf('Content')).toEqual(STEPS);
  });

  it('are members when nothing is left of what they have created', () => {
    expect(stepsOf('Member')).toEqual(['accounts', 'files', 'check', 'log', 'recheck']);
  });

  it.each(LOG)('are those of the log, %s, in the end', (entity) => {
    expect(stepsOf(entity)).toEqual(['accounts', 'files', 'log', 'recheck']);
  });

  it('are never the external id, which the certificate releases, but in the last look', () => {
    expect(STEPS.slice(2).filter((step) => isDeletedBy(step, 'ExternalId'))).toEqual(['recheck']);
  });

  it('are never accounts: a step deletes each after the request to its platform', () => {
    expect([stepsOf('Account'), isDeletedAlone('Account'), isDeletedAlone('Content')]).toEqual([[], true, false]);
  });

  it('do not have the audit log, which is read only as it is deleted', () => {
    expect((['items', 'check', 'log'] as const).map(readsLog)).toEqual([false, false, true]);
  });
});

describe('the counts of a deletion', () => {
  it('add items, entries of the audit log among them, and schedules', () => {
    const items = [{ entity: 'Content' }, { entity: 'AuditEntry' }, { entity: 'AuditClaim' }];
    const { counts, due_at } = recordItems(running('log'), items, 2, LATER_MS);
    expect([counts, due_at]).toEqual([expect.objectContaining({ items: 4, audit_entries: 1, schedules: 2 }), LATER]);
  });

  it('add accounts, and those whose platform has not ended the access', () => {
    const one = recordAccount(running(), true, NOW_MS);
    expect(recordAccount(one, false, NOW_MS).counts).toMatchObject({
      ...{ items: 3, accounts: 2, accounts_not_disconnected: 1 },
    });
  });

  it('add files with their bytes, and continue after the last one', () => {
    const files = [
      { key: 'media/ws_1/a', bytes: 10 },
      { key: 'media/ws_1/b', bytes: 32 },
    ];
    const counted = recordFiles(running('files'), files, NOW_MS);
    expect(counted).toMatchObject({ cursor: 'media/ws_1/b', counts: { files: 2, bytes: 42 } });
    expect(recordFiles(counted, [], NOW_MS).cursor).toBe('media/ws_1/b');
  });

  it('do not change after the end, whatever the last look finds', () => {
    const end = finished();
    const changes = [
      recordItems(end, [{ entity: 'Event' }], 1, LATER_MS),
      recordAccount(end, false, LATER_MS),
      recordFiles(end, [{ key: 'media/ws_1/a', bytes: 10 }], LATER_MS),
    ];
    for (const { counts, status } of changes) expect([counts, status]).toEqual([end.counts, 'finished']);
  });

  it('change no object that was read', () => {
    const before = Object.freeze({ ...running(), counts: Object.freeze(running().counts) });
    recordAccount(before, true, NOW_MS);
    expect(before.counts.accounts).toBe(0);
  });
});

it('the representation of a deletion has nothing of the job', () => {
  const view = toDeletionView(finished());
  expect(Object.keys(view).filter((name) => ['step', 'cursor', 'due_at', 'version', 'id'].includes(name))).toEqual([]);
});
