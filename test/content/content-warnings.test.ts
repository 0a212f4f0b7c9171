import { describe, expect, it } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { FAILURE_WARNING_CODES } from '../../lib/content/rules/sends/publish-failure-reasons.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { loadWorkspaceSettings, settingsWrite } from '../../lib/identity/store/workspace-settings.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, inSeconds, type Json } from '../functions/api-harness.ts';
import { call, connectAll, HOUR, MINUTE, meetLimit, publishToEnd, read, update } from '../functions/given/warnings.ts';
import { newContent, PICTURES } from '../functions/resources.ts';
import { connect, scheduleContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

async function failedEvents(): Promise<Json[]> {
  await processAllChanges(harness);
  const events = storedRecords<{ type: string; data: string }>(harness, 'Event');
  return events.filter(({ type }) => type === 'content.failed').map(({ data }) => JSON.parse(data) as Json);
}

interface Problem {
  platform: Platform;
  /** Brings the problem about, for an item that is due in a minute. Returns the id of the account, if there is one. */
  arrange: (tenant: Tenant) => Promise<unknown>;
  /** Makes the problem last until the item fails. */
  persist?: () => Promise<void>;
  fix: (tenant: Tenant, contentId: string) => Promise<unknown>;
}

/** Each problem that can be fixed before the due time. */
const PROBLEMS: Record<(typeof FAILURE_WARNING_CODES)[number], Problem> = {
  not_approved: {
    platform: 'twitter',
    arrange: async (tenant) => {
      const { id } = await connect(tenant, 'twitter');
      const settings = await loadWorkspaceSettings(tenant.workspace.id);
      await commit([settingsWrite(settings, { ...settings, approval: 'required', authors_may_approve: true })]);
      return id;
    },
    fix: async (tenant, id) => {
      await call(tenant, 'content.submit', { params: { id }, body: {} });
      return call(tenant, 'content.approve', { params: { id }, body: {} });
    },
  },
  account_missing: {
    platform: 'twitter',
    arrange: async () => null,
    fix: (tenant) => connect(tenant, 'twitter'),
  },
  account_needs_reconnect: {
    platform: 'linkedin',
    // LinkedIn issues most apps no refresh token.
    arrange: async (tenant) => (await connect(tenant, 'linkedin', undefined, { expires_in: 30 })).id,
    fix: (tenant) => connect(tenant, 'linkedin', undefined, { expires_in: 3600 }),
  },
  media_required: {
    platform: 'instagram',
    arrange: async (tenant) => (await connect(tenant, 'instagram')).id,
    fix: (tenant, contentId) => update(tenant, contentId, { media: PICTURES }),
  },
  rate_limited: {
    platform: 'twitter',
    arrange: async (tenant) => {
      const { id } = await connect(tenant, 'twitter');
      await meetLimit(tenant);
      return id;
    },
    persist: () => platforms().script('twitter', '429', 100),
    fix: (tenant, contentId) => update(tenant, contentId, { scheduled_at: inSeconds(16 * 60) }),
  },
};

describe.each(FAILURE_WARNING_CODES)('%s', (code) => {
  const { platform, arrange, persist, fix } = PROBLEMS[code];
  const fields = { title: 'A title', description: 'A text', platforms: [platform] };

  async function arranged() {
    const tenant = await newTenant();
    const account_id = await arrange(tenant);
    return { tenant, expected: [{ code, platform, account_id, detail: expect.stringMatching(/^[A-Z].*\.$/) }] };
  }

  it('is a warning when the item is created, validated, retrieved, changed, scheduled and rescheduled', async () => {
    const { tenant, expected } = await arranged();
    const body = { ...fields, scheduled_at: inSeconds(60) };
    expect((await call(tenant, 'content.validate', { body })).warnings).toEqual(expected);
    const made = await call(tenant, 'content.create', { body });
    expect(made.warnings).toEqual(expected);
    expect((await read(tenant, made.id)).warnings).toEqual(expected);
    expect((await update(tenant, made.id, { title: 'Another title' })).warnings).toEqual(expected);
    expect((await update(tenant, made.id, { scheduled_at: inSeconds(61) })).warnings).toEqual(expected);
    expect((await update(tenant, made.id, { status: 'draft' })).status).toBe('draft');
    const timed = { content_id: made.id, platforms: [platform], scheduled_at: inSeconds(60) };
    expect((await call(tenant, 'schedule.create', { body: timed })).warnings).toEqual(expected);
  });

  it('is the code with which the target fails at its due time, and that of its content.failed event', async () => {
    const { tenant, expected } = await arranged();
    const made = await call(tenant, 'content.create', { body: { ...fields, scheduled_at: inSeconds(60) } });
    expect(made.warnings).toEqual(expected);
    const [{ schedule_id }] = made.targets as [{ schedule_id: string }];
    await persist?.();
    advanceTime(MINUTE);
    const entry = await publishToEnd({ workspace_id: tenant.workspace.id, schedule_id });
    expect([entry.state, entry.error?.code]).toEqual(['failed', code]);
    const item = await read(tenant, made.id);
    expect(item).toMatchObject({ status: 'failed', targets: [{ error: { code } }], warnings: [] });
    const events = (await failedEvents()).filter(({ id }) => id === made.id);
    expect(events).toMatchObject([{ failed_target: { schedule_id, error: { code } } }]);
    expect(await platforms().posts()).toEqual([]);
  });

  it('is no warning once it is fixed, and the item is published at its due time', async () => {
    const { tenant } = await arranged();
    const made = await call(tenant, 'content.create', { body: { ...fields, scheduled_at: inSeconds(60) } });
    await fix(tenant, made.id);
    const fixed = await read(tenant, made.id);
    expect(fixed.warnings).toEqual([]);
    advanceTime(Date.parse(String(fixed.scheduled_at)) - Date.now());
    const [{ schedule_id }] = fixed.targets as [{ schedule_id: string }];
    const entry = await publishToEnd({ workspace_id: tenant.workspace.id, schedule_id });
    expect([entry.state, entry.error]).toEqual(['published', null]);
    expect(await failedEvents()).toEqual([]);
  });

  it('is a problem of its workspace only', async () => {
    const [{ tenant, expected }, other] = [await arranged(), await newTenant()];
    await connectAll(other);
    const body = { ...fields, media: PICTURES };
    const withoutMedia = { ...body, media: code === 'media_required' ? [] : PICTURES, scheduled_at: inSeconds(60) };
    expect((await call(tenant, 'content.validate', { body: withoutMedia })).warnings).toEqual(expected);
    expect((await call(other, 'content.validate', { body })).warnings).toEqual([]);
  });
});

describe('the warnings of a draft without a time', () => {
  it.each(['account_missing', 'media_required', 'rate_limited'] as const)('include %s', async (code) => {
    const tenant = await newTenant();
    const { platform, arrange } = PROBLEMS[code];
    await arrange(tenant);
    const draft = await call(tenant, 'content.create', { body: { title: 'A title', platforms: [platform] } });
    expect(draft.status).toBe('draft');
    expect((await read(tenant, draft.id)).warnings).toMatchObject([{ code, platform }]);
  });

  it('include account_needs_reconnect once the token has expired', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'linkedin', undefined, { expires_in: 3600 });
    const draft = await call(tenant, 'content.create', { body: { title: 'A title', platforms: ['linkedin'] } });
    expect(draft.warnings).toEqual([]);
    advanceTime(HOUR);
    expect((await read(tenant, draft.id)).warnings).toMatchObject([{ code: 'account_needs_reconnect' }]);
  });
});

describe('several problems', () => {
  it('are all warnings, by platform and in the order in which publishing would meet them', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'linkedin');
    const body = { title: 'A title', platforms: ['linkedin', 'instagram', 'twitter'], scheduled_at: inSeconds(60) };
    const { warnings } = await call(tenant, 'content.create', { body });
    expect(warnings.map(({ platform, code, account_id }) => [platform, code, account_id])).toEqual([
      ['instagram', 'account_missing', null],
      ['instagram', 'media_required', null],
      ['twitter', 'account_missing', null],
    ]);
  });

  it('of one target fail with the code of its first warning', async () => {
    const tenant = await newTenant();
    const { dueMessage, contentId } = await scheduleContent(tenant, 'instagram', { media: [] });
    const { warnings } = await read(tenant, contentId);
    expect(warnings.map(({ code }) => code)).toEqual(['account_missing', 'media_required']);
    advanceTime(MINUTE);
    expect((await publishToEnd(dueMessage)).error?.code).toBe('account_missing');
  });

  it('of one platform leave the other platforms of the item unaffected', async () => {
    const tenant = await newTenant();
    await connectAll(tenant);
    const fields = { platforms: ['twitter', 'instagram'], media: [], scheduled_at: inSeconds(60) };
    const { targets } = await newContent(tenant, fields);
    advanceTime(MINUTE);
    const states = [];
    for (const { schedule_id } of targets as { schedule_id: string }[]) {
      states.push((await publishToEnd({ workspace_id: tenant.workspace.id, schedule_id })).state);
    }
    expect(states).toEqual(['published', 'failed']);
  });
});

describe('a problem that cannot be fixed', () => {
  it('is rejected with 422 and not returned as a warning', async () => {
    const tenant = await newTenant();
    const fields = { title: 'A title', platforms: ['instagram'], scheduled_at: inSeconds(60) };
    const tooLong = { ...fields, description: 'a'.repeat(2201) };
    const wrongType = { ...fields, media: [{ url: 'https://media.example.com/a.gif', type: 'image' }] };
    for (const body of [tooLong, wrongType]) {
      for (const operation of ['content.create', 'content.validate']) {
        const answer = await callApi(operation, { token: tenant.token, body });
        expect([answer.status, answer.json.warnings]).toEqual([422, undefined]);
      }
    }
  });
});

describe('an item that is published immediately without the image Instagram requires', () => {
  it('fails with media_required, and its response says so', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'instagram');
    const { id } = await newContent(tenant, { platforms: ['instagram'], media: [] });
    const publishing = callApi('content.update', {
      token: tenant.token,
      params: { id },
      body: { title: 'A better title', status: 'published' },
    });
    const entry = async () => storedRecords<ScheduleEntry>(harness, 'ScheduleEntry')[0];
    await expect.poll(entry).toBeDefined();
    await onPublishDue({ workspace_id: tenant.workspace.id, schedule_id: (await entry())!.id }, lambdaContext());
    const { status, json } = await publishing;
    expect([status, json.status]).toEqual([200, 'failed']);
    expect(json).toMatchObject({ targets: [{ error: { code: 'media_required' } }], warnings: [] });
  });
});

describe('an account that needs to be connected again', () => {
  it('is a warning after the platform rejected its token, also for items that were scheduled before', async () => {
    const tenant = await newTenant();
    const { id: account_id } = await connect(tenant, 'linkedin');
    const later = await newContent(tenant, { platforms: ['linkedin'], scheduled_at: inSeconds(7200) });
    expect(later.warnings).toEqual([]);
    await platforms().script('linkedin', '401_expired', 100);
    for (let posts = 0; posts < 2; posts++) {
      await publishToEnd((await scheduleContent(tenant, 'linkedin', { title: `Rejected ${posts}` }, 0)).dueMessage);
    }
    const expected = [{ code: 'account_needs_reconnect', platform: 'linkedin', account_id }];
    expect((await read(tenant, later.id)).warnings).toMatchObject(expected);
  });
});
