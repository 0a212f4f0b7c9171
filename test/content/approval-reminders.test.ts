import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import type { ApprovalReminder } from '../../lib/content/rules/approval/approval-reminder.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { deleteMemberWrites, loadMember } from '../../lib/identity/store/members.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { act, mailed, newTeam, type Person, queued, recipients, setSender } from '../functions/given/approvals.ts';
import { newContent, setWorkspace } from '../functions/resources.ts';
import { setupSes, textOf, work } from '../functions/ses-emails.ts';
import { connect } from '../functions/simulated.ts';
import { processStreamRecords, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const { emails } = setupSes();
const HOUR = 3_600;

beforeEach(() => setSender('team@example.com'));

type Team = Awaited<ReturnType<typeof newTeam>>;

const reminders = () => storedRecords<ApprovalReminder>(harness, 'ApprovalReminder');

const dueSoonEvents = () =>
  storedRecords<{ type: string; data: string }>(harness, 'Event')
    .filter(({ type }) => type === 'approval.due_soon')
    .map(({ data }) => JSON.parse(data) as Json);

/** Run the sweep every five minutes for a time, and processes the changes. */
async function pass(seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed += 300) {
    await onSweepDue();
    await queued().then(work);
    advanceTime(300_000);
  }
}

describe('an unapproved item', () => {
  let titles = 0;
  const scheduled = async (team: { author: Person }, seconds: number, body: Json = {}) => {
    const fields = { title: `Title ${titles++}`, platforms: ['twitter'], scheduled_at: inSeconds(seconds) };
    const { id } = await newContent(team.author, { ...fields, ...body });
    await queued();
    return String(id);
  };

  it('is announced to its owner one day and one hour before its due time, once each, by event and email', async () => {
    const team = await newTeam();
    const id = await scheduled(team, 26 * HOUR);
    await pass(1.5 * HOUR);
    expect(reminders()).toEqual([]);
    await pass(1.5 * HOUR);
    expect(dueSoonEvents()).toMatchObject([{ content_id: id, lead: 'day' }]);
    await pass(21 * HOUR);
    expect(dueSoonEvents()).toHaveLength(1);
    await pass(1.5 * HOUR);
    expect(dueSoonEvents().map(({ lead }) => lead)).toEqual(['day', 'hour']);
    expect(recipients()).toEqual([team.author.email, team.author.email]);
    expect(emails().map(({ Content }) => Content.Simple.Subject.Data)).toEqual([
      expect.stringContaining('due in one day'),
      expect.stringContaining('due in one hour'),
    ]);
  });

  it('that waits for a decision is announced to its owner and to those who may decide', async () => {
    const team = await newTeam();
    const id = await scheduled(team, HOUR + 200);
    await act('submit', team.author, id);
    await queued();
    await pass(600);
    expect(dueSoonEvents()).toMatchObject([{ content_id: id, approval_status: 'pending_approval' }]);
    expect(recipients()).toContain(team.author.email);
    expect(recipients()).toContain(team.approver.email);
    expect(textOf(emails()[0]!)).toContain(`POST https://api.test/v1/content/${id}/approve`);
  });

  it('whose owner was removed is announced to the owners of the workspace', async () => {
    const team = await newTeam();
    await scheduled(team, HOUR + 200);
    await commit(deleteMemberWrites((await loadMember(team.tenant.workspace.id, team.author.id))!));
    await pass(600);
    const owner = (await loadMember(team.tenant.workspace.id, team.tenant.key.user_id))!;
    expect(recipients()).toEqual([owner.email]);
  });

  it('that loses its approval within an hour of its due time is announced at once', async () => {
    for (const lose of ['edit', 'withdraw', 'request-changes']) {
      const team = await newTeam();
      const id = await scheduled(team, 40 * 60);
      await act('submit', team.author, id);
      await act('approve', team.approver, id);
      await queued();
      const before = recipients().length;
      if (lose !== 'edit') await act(lose, lose === 'withdraw' ? team.author : team.approver, id);
      else await callApi('content.update', { token: team.author.token, params: { id }, body: { title: 'Other' } });
      expect(await mailed(), lose).toBe(0);
      expect(
        dueSoonEvents().filter(({ content_id }) => content_id === id),
        lose,
      ).toMatchObject([{ lead: 'hour' }]);
      expect(recipients().slice(before), lose).toEqual([team.author.email]);
    }
  });

  it('that loses its approval and regains it before the stream is read is not announced', async () => {
    const team = await newTeam();
    const id = await scheduled(team, 40 * 60);
    await act('submit', team.author, id);
    await act('approve', team.approver, id);
    await queued();
    await act('withdraw', team.author, id);
    const lost = harness.changes();
    await act('submit', team.author, id);
    await act('approve', team.approver, id);
    expect(await processStreamRecords(lost)).toEqual([]);
    expect(reminders()).toEqual([]);
  });

  it('that is due in half an hour after an interruption of a day is announced for the hour only', async () => {
    const team = await newTeam();
    await scheduled(team, 25.5 * HOUR);
    await pass(300);
    advanceTime(25 * HOUR * 1000 - 300_000);
    await pass(300);
    expect(dueSoonEvents().map(({ lead }) => lead)).toEqual(['hour']);
  });

  it('is announced although another item was written by a newer version', async () => {
    const team = await newTeam();
    const newer = await scheduled(team, HOUR + 200);
    const id = await scheduled(team, HOUR + 200);
    const item = harness.table.items().find((each) => each.entity === 'Content' && each.id === newer)!;
    harness.table.insert({ ...item, schema: 99 });
    await onSweepDue();
    advanceTime(300_000);
    await onSweepDue();
    expect(reminders().map(({ content_id }) => content_id)).toEqual([id]);
    expect(harness.logged()).toContain('skipped items with newer schema');
  });

  it('on several platforms is announced once', async () => {
    const team = await newTeam();
    await connect(team.tenant, 'linkedin');
    await scheduled(team, 2 * HOUR, { platforms: ['twitter', 'linkedin'] });
    await pass(1.5 * HOUR);
    expect(dueSoonEvents()).toHaveLength(1);
  });

  it('is announced by the first sweep after an interruption', async () => {
    const team = await newTeam();
    await scheduled(team, 3 * HOUR);
    await pass(600);
    advanceTime(2.5 * HOUR * 1000);
    await pass(300);
    expect(dueSoonEvents().map(({ lead }) => lead)).toEqual(['hour']);
  });

  it('is announced once when the sweep is killed at any command and repeated', async () => {
    for (let killedAt = 0; ; killedAt++) {
      const team = await newTeam();
      const id = await scheduled(team, HOUR + 200);
      await onSweepDue();
      advanceTime(300_000);
      let commands = 0;
      harness.table.fault = (command) => {
        // One of each kind of query is enough: the walks of the shards are the same.
        if (command === 'QueryCommand') return null;
        commands += 1;
        if (commands > killedAt) throw new Error('killed');
        return null;
      };
      await onSweepDue().catch(() => undefined);
      harness.table.fault = null;
      await pass(600);
      expect(dueSoonEvents().filter(({ content_id }) => content_id === id)).toHaveLength(1);
      advanceTime(HOUR * 1000);
      if (commands <= killedAt) return;
    }
  });

  it.each([
    [
      'that was approved',
      async ({ author, approver }: Team, id: string) => {
        await act('submit', author, id);
        await act('approve', approver, id);
      },
    ],
    [
      'that was cancelled',
      async ({ author }: Team, id: string) => {
        await callApi('content.update', { token: author.token, params: { id }, body: { status: 'cancelled' } });
      },
    ],
    [
      'of a workspace that requires no approval',
      async ({ tenant }: Team) => {
        await setWorkspace(tenant, { approval: 'none' });
      },
    ],
  ])('%s is not announced', async (_, change) => {
    const team = await newTeam();
    const id = await scheduled(team, 2 * HOUR);
    await change(team, id);
    await pass(1.5 * HOUR);
    expect(reminders()).toEqual([]);
  });

  it('whose approval was revoked by an edit is announced', async () => {
    const team = await newTeam();
    const id = await scheduled(team, 2 * HOUR);
    await act('submit', team.author, id);
    await act('approve', team.approver, id);
    await callApi('content.update', { token: team.author.token, params: { id }, body: { title: 'Another text' } });
    await pass(1.5 * HOUR);
    expect(dueSoonEvents()).toHaveLength(1);
  });

  it('that is moved is announced again before its new due time, and has no email about the former one', async () => {
    const team = await newTeam();
    const id = await scheduled(team, HOUR + 200);
    await onSweepDue();
    advanceTime(300_000);
    await onSweepDue();
    const messages = await queued();
    expect(messages).toHaveLength(1);
    const scheduled_at = inSeconds(3 * HOUR);
    await callApi('content.update', { token: team.author.token, params: { id }, body: { scheduled_at } });
    expect(await work(messages)).toBe(0);
    expect(emails()).toEqual([]);
    await pass(2.5 * HOUR);
    expect(reminders().map(({ due_at }) => due_at)).toContain(scheduled_at);
    expect(emails()).toHaveLength(1);
  });
});
