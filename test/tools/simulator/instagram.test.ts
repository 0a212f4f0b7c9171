import { afterEach, describe, expect, it, vi } from 'vitest';
import { startSimulator } from '../../platforms/platforms.ts';
import { graph, makeContainer, order, publishContainer, type Simulated, stateOf } from './calls.ts';

const NOW = Date.parse('2026-11-20T22:00:00.700Z');

afterEach(() => {
  vi.useRealTimers();
});

describe("Instagram's media of an account", () => {
  const list = (simulator: Simulated, query: string, account = '17') =>
    graph(simulator, 'GET', `/${account}/media${query}`);

  async function publish(simulator: Simulated, caption?: string, account = '17'): Promise<string> {
    const id = await makeContainer(simulator, account, caption ? { caption } : {});
    return (await publishContainer(simulator, account, id)).body.id;
  }

  it('are listed newest first, with the fields asked for', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using simulator = await startSimulator();
    const [older, newer] = [await publish(simulator, 'older'), await publish(simulator, 'newer')];
    await publish(simulator, 'of another account', '18');
    const { body } = await list(simulator, '?fields=id,caption,timestamp,permalink,media_type&limit=10');
    expect(body).toMatchObject({
      data: [newer, older].map((id, n) => ({
        id,
        caption: ['newer', 'older'][n],
        timestamp: '2026-11-20T22:00:00+0000',
        permalink: expect.stringMatching(/^https:\/\/www\.instagram\.com\/p\/[\w-]+\/$/),
        media_type: 'IMAGE',
      })),
    });
    expect((await list(simulator, '')).body.data).toEqual([{ id: newer }, { id: older }]);
    expect((await list(simulator, '?limit=1')).body.data).toEqual([{ id: newer }]);
  });

  it('have no caption when there is none', async () => {
    await using simulator = await startSimulator();
    const id = await publish(simulator);
    expect((await list(simulator, '?fields=id,caption')).body.data).toEqual([{ id }]);
  });

  it('are read page by page, each with the cursor of the next one', async () => {
    await using simulator = await startSimulator();
    const ids = [await publish(simulator, 'one'), await publish(simulator, 'two'), await publish(simulator, 'three')];
    const first = (await list(simulator, '?limit=2')).body;
    expect(first.data).toEqual([{ id: ids[2] }, { id: ids[1] }]);
    expect(first.paging.next).toEqual(expect.any(String));
    const second = (await list(simulator, `?limit=2&after=${first.paging.cursors.after}`)).body;
    expect(second.data).toEqual([{ id: ids[0] }]);
    expect(second.paging.next).toBeUndefined();
  });

  it('of several images are an album', async () => {
    await using simulator = await startSimulator();
    const children = [await makeContainer(simulator, '17'), await makeContainer(simulator, '17')];
    const made = await graph(simulator, 'POST', '/17/media', {
      media_type: 'CAROUSEL',
      children: children.join(),
    });
    await stateOf(simulator, made.body.id);
    await publishContainer(simulator, '17', made.body.id);
    const { body } = await list(simulator, '?fields=media_type');
    expect(body.data).toMatchObject([{ media_type: 'CAROUSEL_ALBUM' }]);
  });

  it('read one by one are the same as in the list', async () => {
    await using simulator = await startSimulator();
    const id = await publish(simulator, 'hello');
    const fields = '?fields=id,caption,timestamp,permalink,media_type';
    const { body } = await graph(simulator, 'GET', `/${id}${fields}`);
    expect((await list(simulator, fields)).body.data).toEqual([body]);
  });

  it.each(['limit=0', 'limit=101', 'limit=many', 'fields=colour', 'after=x', 'limit=5&limit=5'])(
    'are rejected with ?%s',
    async (query) => {
      await using simulator = await startSimulator();
      const rejected = await list(simulator, `?${query}`);
      expect(rejected).toMatchObject({ status: 400, body: { error: { code: 100 } } });
    },
  );
});

describe("Instagram's container", () => {
  it.each([
    ['in progress until it has been looked at', 'a.jpg', ['IN_PROGRESS', 'FINISHED', 'FINISHED']],
    ['always in progress by its file name', 'in_progress.jpg', ['IN_PROGRESS', 'IN_PROGRESS', 'IN_PROGRESS']],
    ['failed by its file name', 'error.jpg', ['IN_PROGRESS', 'ERROR', 'ERROR']],
    ['failed because it is a PNG', 'a.png', ['IN_PROGRESS', 'ERROR', 'ERROR']],
    ['expired by its file name', 'expired.jpg?width=7', ['EXPIRED', 'EXPIRED', 'EXPIRED']],
  ])('is %s', async (_what, name, states) => {
    await using simulator = await startSimulator();
    const id = await makeContainer(simulator, '17', { image_url: `https://a.example/${name}` }, 0);
    const seen: string[] = [];
    for (const _state of states) seen.push(await stateOf(simulator, id));
    expect(seen).toEqual(states);
  });

  it.each([
    ['in_progress.jpg', 9007, 2207027],
    ['error.jpg', 9007, 2207027],
    ['expired.jpg', -2, 2207020],
  ])('of %s is not published', async (name, code, error_subcode) => {
    await using simulator = await startSimulator();
    const id = await makeContainer(simulator, '17', { image_url: `https://a.example/${name}` });
    const rejected = await publishContainer(simulator, '17', id);
    expect(rejected).toMatchObject({ status: 400, body: { error: { code, error_subcode } } });
    expect(await simulator.posts()).toEqual([]);
  });

  it.each([
    ['a.png', '2207005'],
    ['error.jpg', '2207053'],
  ])('of %s says which error it was', async (name, code) => {
    await using simulator = await startSimulator();
    const id = await makeContainer(simulator, '17', { image_url: `https://a.example/${name}` });
    const { body } = await graph(simulator, 'GET', `/${id}?fields=status`);
    expect(body.status).toContain(code);
  });

  it('is published once, and not before it has been looked at', async () => {
    await using simulator = await startSimulator();
    const id = await makeContainer(simulator, '17', {}, 0);
    const publish = () => publishContainer(simulator, '17', id);
    expect((await publish()).body.error.code).toBe(9007);
    await stateOf(simulator, id);
    expect((await publish()).status).toBe(200);
    expect(await stateOf(simulator, id)).toBe('PUBLISHED');
    expect((await publish()).body.error.code).toBe(24);
    expect(await simulator.posts()).toHaveLength(1);
  });

  it('expires after 24 hours, unless it is published', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using simulator = await startSimulator();
    const [kept, published] = [await makeContainer(simulator, '17'), await makeContainer(simulator, '17')];
    await publishContainer(simulator, '17', published);
    vi.setSystemTime(NOW + 24 * 3_600_000 + 1);
    expect([await stateOf(simulator, kept), await stateOf(simulator, published)]).toEqual(['EXPIRED', 'PUBLISHED']);
  });
});

describe('the processing time of an account', () => {
  it('keeps its containers in progress, and no others', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using simulator = await startSimulator();
    await simulator.processing('17', 20);
    const [slow, other] = [await makeContainer(simulator, '17'), await makeContainer(simulator, '18')];
    for (const id of [slow, other]) await stateOf(simulator, id);
    vi.setSystemTime(NOW + 19_999);
    expect([await stateOf(simulator, slow), await stateOf(simulator, other)]).toEqual(['IN_PROGRESS', 'FINISHED']);
    expect((await publishContainer(simulator, '17', slow)).body.error.code).toBe(9007);
    vi.setSystemTime(NOW + 20_000);
    expect(await stateOf(simulator, slow)).toBe('FINISHED');
  });

  it.each([
    ['no account', { processing_seconds: 5 }],
    ['no time', { account: '17' }],
    ['a negative time', { account: '17', processing_seconds: -1 }],
    ['another member', { account: '17', processing_seconds: 5, colour: 'blue' }],
  ])('is not set with %s', async (_what, body) => {
    await using simulator = await startSimulator();
    expect((await order(simulator, 'containers', body)).status).toBe(400);
  });
});

describe("Instagram's quota", () => {
  const read = (simulator: Simulated, query = '?fields=quota_usage,config') =>
    graph(simulator, 'GET', `/17/content_publishing_limit${query}`);

  async function publishNew(simulator: Simulated, caption: string) {
    return publishContainer(simulator, '17', await makeContainer(simulator, '17', { caption }));
  }

  it("counts the account's posts of the last 24 hours", async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    await using simulator = await startSimulator();
    const usage = async () => (await read(simulator)).body.data[0].quota_usage;
    await publishNew(simulator, 'one');
    expect((await read(simulator)).body).toEqual({
      data: [{ quota_usage: 1, config: { quota_total: 100, quota_duration: 86_400 } }],
    });
    vi.setSystemTime(NOW + 86_399_999);
    expect(await usage()).toBe(1);
    vi.setSystemTime(NOW + 86_400_000);
    expect(await usage()).toBe(0);
  });

  it('stops publishing when it is used up, of that account only, and leaves the container as it is', async () => {
    await using simulator = await startSimulator();
    await simulator.quota('17', 1);
    expect((await publishNew(simulator, 'one')).status).toBe(200);
    const id = await makeContainer(simulator, '17', { caption: 'two' });
    const rejected = await publishContainer(simulator, '17', id);
    expect(rejected).toMatchObject({ status: 400, body: { error: { code: 9, error_subcode: 2207042 } } });
    expect(await stateOf(simulator, id)).toBe('FINISHED');
    const other = await makeContainer(simulator, '18', { caption: 'two' });
    expect((await publishContainer(simulator, '18', other)).status).toBe(200);
    await simulator.quota('17', 2);
    expect((await publishContainer(simulator, '17', id)).status).toBe(200);
  });

  it('answers the fields asked for only', async () => {
    await using simulator = await startSimulator();
    expect((await read(simulator, '')).body).toEqual({ data: [{ quota_usage: 0 }] });
  });

  it.each(['?fields=colour', '?since=0', '?fields='])('is rejected with %s', async (query) => {
    await using simulator = await startSimulator();
    expect((await read(simulator, query)).body.error.code).toBe(100);
  });

  it.each([
    ['no account', { total: 5 }],
    ['no total', { account: '17' }],
    ['a negative total', { account: '17', total: -1 }],
    ['another member', { account: '17', total: 5, colour: 'blue' }],
  ])('is not set with %s', async (_what, body) => {
    await using simulator = await startSimulator();
    expect((await order(simulator, 'quota', body)).status).toBe(400);
  });
});
