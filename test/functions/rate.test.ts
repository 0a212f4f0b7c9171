import { describe, expect, it } from 'vitest';
import { ask, inSeconds, newInstance, openFrontDoor, pass } from './front-door.ts';
import { newTenant, newToken } from './tenants.ts';

openFrontDoor();

const verify = (token: string) => ask('auth.verify', { token });

async function statuses(requests: Promise<{ status: number }>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of await Promise.all(requests)) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('the requests of a minute', () => {
  it('of 1,500 sent at once, exactly 1,000 of a standard workspace pass', async () => {
    const { token } = await newTenant('standard');
    const requests = Array.from({ length: 1_500 }, () => verify(token));
    expect(await statuses(requests)).toEqual({ 200: 1_000, 429: 500 });
  });

  it('pass exactly 1,000 times through five function instances that know nothing of each other', async () => {
    const { token } = await newTenant('standard');
    const instances: Awaited<ReturnType<typeof newInstance>>[] = [];
    for (let number = 0; number < 5; number++) instances.push(await newInstance('auth.verify'));
    const passed: Record<number, number> = {};
    for (let round = 0; round < 260; round++) {
      for (const instance of instances) {
        const { status } = await instance({ token });
        passed[status] = (passed[status] ?? 0) + 1;
      }
    }
    expect(passed).toEqual({ 200: 1_000, 429: 300 });
  });

  it('are counted for the workspace, whichever token and endpoint they use', async () => {
    const tenant = await newTenant('standard');
    const second = await newToken(tenant, ['content:read']);
    const requests = Array.from({ length: 600 }, () => [
      verify(tenant.token),
      ask('content.list', { token: second }),
    ]);
    expect(await statuses(requests.flat())).toEqual({ 200: 1_000, 429: 200 });
  });

  it("are a workspace's own: one that is used up slows no other", async () => {
    const [busy, calm] = [await newTenant('standard'), await newTenant('standard')];
    await Promise.all(Array.from({ length: 1_001 }, () => verify(busy.token)));
    expect((await verify(calm.token)).status).toBe(200);
  });

  it('come back with the next minute', async () => {
    const { token } = await newTenant('standard');
    await Promise.all(Array.from({ length: 1_001 }, () => verify(token)));
    pass(29_999);
    expect((await verify(token)).status).toBe(429);
    pass(1);
    const answer = await verify(token);
    expect(answer.status).toBe(200);
    expect(answer.headers['x-ratelimit-reset']).toBe(String(Date.parse('2026-08-03T10:02:00Z') / 1000));
  });

  it('are 10,000 for an enterprise workspace', async () => {
    const { token } = await newTenant('enterprise');
    const requests = Array.from({ length: 10_050 }, () => verify(token));
    expect(await statuses(requests)).toEqual({ 200: 10_000, 429: 50 });
  });

  it('that are refused for another reason count as well', async () => {
    const { token } = await newTenant('standard');
    const wrong = () => ask('content.create', { token, body: { scheduled_at: inSeconds(1) } });
    expect(await statuses(Array.from({ length: 1_001 }, wrong))).toEqual({ 422: 1_000, 429: 1 });
  });

  it('show what is left, going down by one with each request of a single caller', async () => {
    const { token } = await newTenant('standard');
    const left: number[] = [];
    for (let time = 0; time < 25; time++)
      left.push(Number((await verify(token)).headers['x-ratelimit-remaining']));
    expect(left).toEqual(Array.from({ length: 25 }, (_, index) => 999 - index));
  });
});
