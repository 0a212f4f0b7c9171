import { beforeEach, describe, expect, it } from 'vitest';
import { advanceTime } from './api-harness.ts';
import { act, join, mailed, newTeam, type Person, recipients, setSender } from './given/approvals.ts';
import { newContent } from './resources.ts';
import { setupSes } from './ses-emails.ts';
import { setupWorkers } from './worker-harness.ts';

const harness = setupWorkers();
setupSes();
const DAY = 24 * 3_600;
const PER_ITEM = 5;
const PER_AUTHOR = 50;

beforeEach(() => setSender('team@example.com'));

/** Withdraw an item and submit it again, and send the email that follows. */
async function resubmit(member: Person, id: string): Promise<void> {
  await submitAgain(member, id);
  expect(await mailed()).toBe(0);
}

async function submitAgain(member: Person, id: string): Promise<void> {
  await act('withdraw', member, id);
  advanceTime(1000);
  expect((await act('submit', member, id)).status).toBe(200);
}

async function newDraft(author: Person, title = 'A post'): Promise<string> {
  return String((await newContent(author, { platforms: ['twitter'], title })).id);
}

const emailsTo = ({ email }: Person) => recipients().filter((to) => to === email).length;

describe('the emails about requests for approval', () => {
  it(`are at most ${PER_ITEM} a day to a member about one item of one author`, async () => {
    const { author, approver } = await newTeam();
    const id = await newDraft(author);
    for (let n = 0; n < PER_ITEM + 2; n++) await resubmit(author, id);
    expect(emailsTo(approver)).toBe(PER_ITEM);
    expect(harness.logged()).toContain('approval email dropped');
    await submitAgain(author, id);
    advanceTime(DAY * 1000);
    await mailed();
    expect(emailsTo(approver)).toBe(PER_ITEM + 1);
  });

  it(`are at most ${PER_AUTHOR} a day to a member about all items of one author`, async () => {
    const { author, approver } = await newTeam();
    for (let n = 0; n < PER_AUTHOR + 2; n++) await resubmit(author, await newDraft(author));
    expect(emailsTo(approver)).toBe(PER_AUTHOR);
  });

  it('reach the approvers for an item of another author, whatever one author has submitted', async () => {
    const team = await newTeam();
    const other = await join(team.tenant, 'editor');
    const item = await newDraft(team.author);
    for (let n = 0; n < 56; n++) await resubmit(team.author, item);
    for (let n = 0; n < PER_AUTHOR; n++) await resubmit(team.author, await newDraft(team.author));
    const before = emailsTo(team.approver);
    await resubmit(other, await newDraft(other, 'IMPORTANT'));
    expect(emailsTo(team.approver)).toBe(before + 1);
  });

  it('reach the approvers for an item that another member has submitted and withdrawn before', async () => {
    const { tenant, author, approver } = await newTeam();
    const other = await join(tenant, 'editor');
    const id = await newDraft(author);
    for (let n = 0; n < PER_ITEM + 1; n++) await resubmit(other, id);
    const before = emailsTo(approver);
    await resubmit(author, id);
    expect(emailsTo(approver)).toBe(before + 1);
  });
});
