import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { advanceTime, callApi } from './api-harness.ts';
import { approveByPasskey, newPasskeyTeam } from './passkey-approvals.ts';
import { connect, type DueMessage, loadDueEntry, scheduleContent, simulatePlatforms } from './simulated.ts';
import { lambdaContext, setupWorkers } from './worker-harness.ts';

/** Where a workspace requires passkeys, nothing is sent without the signature of a person over exactly what is sent. */

const harness = setupWorkers();
const platforms = simulatePlatforms();

const publish = (dueMessage: DueMessage) => onPublishDue(dueMessage, lambdaContext());

async function approvedItem() {
  const team = await newPasskeyTeam();
  await connect(team.tenant, 'twitter');
  const item = await scheduleContent(team.tenant, 'twitter');
  await approveByPasskey(team, item.contentId);
  return { ...team, ...item };
}

describe('an item that a person approved by passkey', () => {
  it('is published in its window', async () => {
    const { dueMessage } = await approvedItem();
    advanceTime(60_000);
    await publish(dueMessage);
    expect(await loadDueEntry(dueMessage)).toMatchObject({ state: 'published', error: null });
    expect(await platforms().posts()).toHaveLength(1);
  });
});
