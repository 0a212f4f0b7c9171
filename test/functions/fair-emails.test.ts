import { beforeEach, describe, expect, it } from 'vitest';
import { handler as onEmailQueued } from '../../functions/on-email-queued.ts';
import { act, join, newTeam, queued, recipients, setSender } from './given/approvals.ts';
import { newContent } from './resources.ts';
import { setupSes } from './ses-emails.ts';
import { EMAIL_QUEUE, type SentMessage, setupWorkers, sqsEvent } from './worker-harness.ts';

const harness = setupWorkers();
setupSes();

beforeEach(() => setSender('team@example.com'));

/** Pass one message to the worker. Returns the messages that it queues. */
async function handle({ message }: SentMessage): Promise<SentMessage[]> {
  harness.sent();
  await onEmailQueued(sqsEvent(message));
  return harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
}

describe('the emails of a request for approval', () => {
  it('are each a message of the workspace, so that none of its messages sends more than one', async () => {
    const { tenant, author } = await newTeam();
    for (let n = 0; n < 10; n++) await join(tenant, 'approver');
    await queued();
    const { id } = await newContent(author, { platforms: ['twitter'] });
    await act('submit', author, String(id));
    const [request] = await queued();
    const messages = await handle(request!);
    expect(recipients()).toEqual([]);
    expect(messages.length).toBeGreaterThan(10);
    expect(new Set(messages.map(({ messageGroupId }) => messageGroupId))).toEqual(new Set([tenant.workspace.id]));
    for (const [index, message] of messages.entries()) {
      expect(await handle(message)).toEqual([]);
      expect(recipients()).toHaveLength(index + 1);
    }
    expect(new Set(recipients()).size).toBe(messages.length);
  });

  it('are not sent to a member who may not decide any more', async () => {
    const { tenant, author, approver } = await newTeam();
    const { id } = await newContent(author, { platforms: ['twitter'] });
    await act('submit', author, String(id));
    const [request] = await queued();
    const messages = await handle(request!);
    const theirs = messages.find(({ message }) => message.user_id === approver.id)!;
    await act('withdraw', author, String(id));
    await handle(theirs);
    expect([recipients(), tenant.workspace.id]).toEqual([[], theirs.messageGroupId]);
  });
});
