import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { moveEntries } from '../../lib/content/rules/schedule/scheduling.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { compareTimeZones } from '../../tools/cli/time-zones.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { approveByPasskey, newPasskeyTeam, statementOf, submit } from '../functions/passkey-approvals.ts';
import { connect, loadDueEntry, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newToken } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

/** An approval by passkey binds the instants of a post, also where its time was given as a local time. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

/** A minute after the start of the test, on the clock of Berlin. */
const LOCAL = { local: '2026-08-03T12:01:30', time_zone: 'Europe/Berlin' };

async function localItem() {
  const team = await newPasskeyTeam();
  await connect(team.tenant, 'twitter');
  const item = await scheduleContent(team.tenant, 'twitter', { scheduled_at: LOCAL });
  return { ...team, ...item };
}

describe('a post at a local time that a person approves by passkey', () => {
  it('is signed for its instant', async () => {
    const { tenant, approver, contentId } = await localItem();
    await submit(tenant, contentId);
    const statement = JSON.parse(String((await statementOf(approver, contentId)).statement));
    expect(statement).toMatchObject({ not_before: inSeconds(60), not_after: inSeconds(60 + 6 * 3600) });
  });

  it('is published at its time', async () => {
    const { dueMessage, contentId, ...team } = await localItem();
    await approveByPasskey(team, contentId);
    advanceTime(60_000);
    await onPublishDue(dueMessage, lambdaContext());
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', scheduled_local: LOCAL });
    expect(await platforms().posts()).toHaveLength(1);
  });

  it('loses its approval when an entry is moved before the signed time, which is an event', async () => {
    const { contentId, dueMessage, ...team } = await localItem();
    const entryId = dueMessage.schedule_id;
    await approveByPasskey(team, contentId);
    await processAllChanges(harness);
    const token = await newToken(team.tenant);
    const move = (scheduled_at: string) =>
      callApi('schedule.update', { token, params: { id: entryId }, body: { scheduled_at } });
    const lost = async () => {
      await processAllChanges(harness);
      const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
      return events.filter(({ type }) => type === 'content.cancelled').map(({ data }) => JSON.parse(data).cancellation);
    };
    expect((await move(inSeconds(120))).status).toBe(200);
    expect(await lost()).toEqual([]);
    expect((await move(inSeconds(30))).status).toBe(200);
    expect(await lost()).toMatchObject([{ reason: 'approval_lost', schedule_ids: [entryId] }]);
    expect((await move(inSeconds(20))).status).toBe(200);
    expect(await lost()).toHaveLength(1);
  });

  it('needs another approval when the operator moves it before the signed time, and the command says so', async () => {
    const { contentId, dueMessage, ...team } = await localItem();
    const { tenant } = team;
    const state = (await loadContentState(tenant.workspace.id, contentId))!;
    const local = state.entries[0]!.scheduled_local!;
    const byOldRules = moveEntries(state.content, state.entries, inSeconds(3660), 'grp_old', Date.now(), local);
    await commit(contentWrites(state, byOldRules));
    await approveByPasskey(team, contentId);
    const lines: string[] = [];
    await compareTimeZones([], true, (line) => lines.push(line));
    expect(lines).toEqual([expect.stringContaining('moved; its approval by passkey does not cover this time')]);
    const { json } = await callApi('content.get', { token: await newToken(tenant), params: { id: contentId } });
    expect((json.warnings as Json[]).map(({ code }) => code)).toContain('not_approved');
    advanceTime(60_000);
    await onPublishDue(dueMessage, lambdaContext());
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'failed', error: { code: 'not_approved' } });
  });
});
