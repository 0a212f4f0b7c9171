import { beforeEach, describe, expect, it } from 'vitest';
import { stage } from '../../lib/stack/stages.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newContent, newMember, newRecurrence, newReviewLink } from '../functions/resources.ts';
import { setupSes, textOf, work } from '../functions/ses-emails.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { EMAIL_QUEUE, processStreamRecords, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const { emails } = setupSes();

beforeEach(() => {
  const settings = stage('production', 3000, { alarmEmail: 'none', emailSender: 'team@example.com' });
  process.env.SETTINGS = JSON.stringify(settings);
});

const remove = ({ token }: Tenant, id: string) => callApi('team.remove-member', { token, params: { id } });
const takeOver = ({ token }: { token: string }, id: string) =>
  callApi('recurrences.update', { token, params: { id }, body: { take_over: true } });

/** A workspace, and a member who has created a recurrence. */
async function given() {
  const tenant = await newTenant('enterprise');
  const member = await newMember(tenant, 'admin');
  const recurrence = await newRecurrence(member, { name: 'Weekly tip' });
  return { tenant, member, recurrence };
}

describe('the removal of a member', () => {
  it('names the recurrences and review links that go on, and none of others', async () => {
    const { tenant, member, recurrence } = await given();
    await newRecurrence(tenant, { title: 'Of the owner' });
    const { id } = await newContent(tenant);
    const link = await newReviewLink({ ...tenant, token: member.token }, { permission: 'approve' }, id);
    const { status, json } = await remove(tenant, member.id);
    expect(status).toBe(200);
    expect(json).toEqual({
      success: true,
      message: expect.any(String),
      recurrences: [{ id: recurrence.id, name: 'Weekly tip' }],
      imports: [],
      review_links: [{ id: link.id, content_id: id }],
    });
  });

  it('brings an email about recurrences to the owners, once, and none without recurrences', async () => {
    const { tenant, member } = await given();
    const other = await newMember(tenant, 'admin');
    await processStreamRecords(harness.changes());
    await remove(tenant, other.id);
    await remove(tenant, member.id);
    const changes = harness.changes();
    harness.sent();
    for (let time = 0; time < 2; time++) await processStreamRecords(changes);
    const messages = harness.sent().filter(({ queue }) => queue === EMAIL_QUEUE);
    expect(await work(messages)).toBe(0);
    const about = emails().filter(({ Content }) => Content.Simple.Subject.Data.startsWith('Recurrences'));
    expect(about.map(({ Destination }) => Destination.ToAddresses)).toEqual([[tenant.owner.email]]);
    expect(textOf(about[0]!)).toContain(member.id);
    expect(textOf(about[0]!)).toMatch(/\/app\/#\/recurrences$/m);
  });
});

describe('a recurrence of a removed member', () => {
  it('is taken over by an owner, who is the creator of its next items', async () => {
    const { tenant, member, recurrence } = await given();
    await remove(tenant, member.id);
    const { status, json } = await takeOver(tenant, recurrence.id);
    expect([status, json.created_by]).toEqual([200, tenant.owner.id]);
    await processStreamRecords(harness.changes());
    const items = harness.table.items().filter(({ entity }) => entity === 'Content');
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ created_by }) => created_by))).toEqual(new Set([tenant.owner.id]));
  });

  it('is not taken over by an admin', async () => {
    const { tenant, member, recurrence } = await given();
    const admin = await newMember(tenant, 'admin');
    await remove(tenant, member.id);
    const { status, json } = await takeOver(admin, recurrence.id);
    expect([status, json.code]).toEqual([403, 'owner_required']);
  });

  it('is not taken over while its creator is a member', async () => {
    const { tenant, recurrence } = await given();
    const { status, json } = await takeOver(tenant, recurrence.id);
    expect([status, (json.errors as Json[])[0]!.code]).toEqual([422, 'has_creator']);
  });
});
