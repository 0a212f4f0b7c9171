import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { publishOn } from './dashboard-pages.ts';
import { type StubRequest, type StubResponse, serveDashboard } from './dashboard-stub.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { DEADLINE_MS } from './http-client.ts';

// The composer uploads files to a bucket and beside an API whose responses the test decides.

const WAIT = { timeout: DEADLINE_MS };
const PAGE = { page: 1, per_page: 50, total: 0, total_is_capped: false, next_cursor: null, has_more: false };
const WORKSPACE = { id: 'ws_1', name: 'Stub', approval: 'none', authors_may_approve: false };
const FILE = {
  ...{ content_type: 'image/png', size_bytes: 2_000_000, width: 3000, height: 1000, is_animated: false },
  ...{ duration_ms: null, error: null, reference_count: 0, created_by: 'usr_1', expires_at: null, upload: null },
  ...{ created_at: '2026-11-20T09:30:00.000Z', updated_at: '2026-11-20T09:30:00.000Z', unsupported: [] },
  adaptations: [
    {
      ...{ platform: 'bluesky', content_type: 'image/jpeg', size_bytes: 900_000, width: 2000, height: 667 },
      changes: ['converted', 'scaled_down'],
    },
  ],
};
const SHOWN = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');
const REJECTION = { code: 'truncated', message: 'The file ends before the image does.' };

/** How the bucket answers an upload: with a status, by ending the connection, or not before `release`. */
type Reply = number | 'reset' | 'hold';

describe.skipIf(!HAS_BROWSER)('an upload in the composer', () => {
  let folder: string;
  let browser: Browser;
  let window: DashboardWindow;
  let app: { server: Server; url: string };
  let bucket: Server;
  let bucketUrl: string;
  let requests: StubRequest[] = [];
  let uploads: { path: string; ifNoneMatch: string | undefined; bytes: number }[] = [];
  let replies: Reply[] = [];
  let outcomes: ('ready' | 'rejected')[] = [];
  let held: ServerResponse[] = [];
  let statuses = new Map<string, 'uploading' | 'processing' | 'ready' | 'rejected'>();
  let presignedUrls = 0;

  const presigned = (id: string) => ({
    ...{ method: 'PUT', url: `${bucketUrl}/${id}?number=${++presignedUrls}` },
    headers: { 'content-length': '2000000', 'if-none-match': '*' },
  });
  const assetOf = (id: string) => {
    const status = statuses.get(id);
    if (status === 'ready') return { ...FILE, id, status, url: `${bucketUrl}/shown/${id}` };
    const upload = status === 'uploading' ? presigned(id) : null;
    const error = status === 'rejected' ? REJECTION : null;
    return { ...FILE, id, status, upload, error, content_type: null, url: null };
  };

  function respond(request: StubRequest): StubResponse {
    const { method, path } = request;
    requests.push(request);
    const [, id] = /^\/media\/(\w+)$/.exec(path) ?? [];
    if (path === '/workspace') return { body: WORKSPACE };
    if (path === '/accounts') return { body: { accounts: [], pagination: PAGE } };
    if (path === '/schedule') return { body: { scheduled_posts: [], pagination: PAGE } };
    if (method === 'POST' && path === '/media') {
      const created = `med_${statuses.size + 1}`;
      statuses.set(created, 'uploading');
      return { status: 201, body: assetOf(created) };
    }
    if (id && method === 'DELETE') return { body: { success: statuses.delete(id) } };
    if (id) {
      // The inspection ends after it was looked at once.
      const response = { body: assetOf(id) };
      if (statuses.get(id) === 'processing') statuses.set(id, outcomes.shift() ?? 'ready');
      return response;
    }
    if (path === '/content/validate') return { body: { valid: true, platforms: [], warnings: [], rules: [] } };
    return { status: 201, etag: '"1"', body: { id: 'cnt_1' } };
  }

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const allowed = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'if-none-match, content-type',
    };
    // The browser itself repeats a request whose connection ends, unless that is a new one.
    response.setHeader('connection', 'close');
    if (request.method === 'OPTIONS') {
      response.writeHead(200, { ...allowed, 'access-control-allow-methods': 'PUT' }).end();
      return;
    }
    if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'image/gif' }).end(SHOWN);
    const url = new URL(request.url!, bucketUrl);
    let bytes = 0;
    for await (const chunk of request) bytes += (chunk as Buffer).length;
    uploads.push({ path: url.pathname + url.search, ifNoneMatch: request.headers['if-none-match'], bytes });
    const reply = replies.shift() ?? 200;
    if (reply === 'reset') return void response.destroy();
    if (reply === 'hold') await new Promise<void>((release) => held.push(Object.assign(response, { release })));
    const status = typeof reply === 'number' ? reply : 200;
    if (status === 200) statuses.set(url.pathname.slice(1), 'processing');
    response.writeHead(status, allowed).end();
  }

  const release = () => {
    for (const response of held.splice(0)) (response as ServerResponse & { release: () => void }).release();
  };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'uploads-'));
    for (const name of ['a', 'b', 'c', 'd', 'e']) writeFileSync(join(folder, `${name}.png`), Buffer.alloc(2_000_000));
    app = await serveDashboard(join(folder, 'app'), respond);
    bucket = createServer((request, response) => void receive(request, response).catch(() => response.destroy()));
    await new Promise<void>((resume) => bucket.listen(0, '127.0.0.1', resume));
    bucketUrl = `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`;
    browser = await openBrowser(join(folder, 'browser'));
  });

  afterAll(async () => {
    await browser?.close();
    app?.server.close();
    bucket?.close();
    bucket?.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    [requests, uploads, replies, outcomes, held, statuses] = [[], [], [], [], [], new Map()];
    await window?.page.close();
    window = await DashboardWindow.open(browser);
    await window.page.goto(`${app.url}#/compose`);
    await window.heading('Compose');
  });

  async function choose(...names: string[]): Promise<void> {
    const [chooser] = await Promise.all([window.page.waitForFileChooser(), window.click('Upload files')]);
    await chooser.accept(names.map((name) => join(folder, name)));
  }

  const created = () => requests.filter(({ method, path }) => method === 'POST' && path === '/media');

  test('sends the size, then the file with the signed headers, and shows it with what a platform receives', async () => {
    await window.fill('Title', 'A post');
    await publishOn(window.page, 'Bluesky');
    await choose('a.png');
    await window.shows('PNG, 3000 × 1000, 2.0 MB');
    await window.page.waitForFunction(
      `[...document.querySelectorAll('.thumbnail img, .post img')].filter((img) => img.naturalWidth === 1).length === 2`,
    );
    await window.shows('Bluesky receives JPEG, 2000 × 667, 900 kB: converted to another type, scaled down.');
    expect(created().map(({ body }) => body)).toEqual([{ size_bytes: 2_000_000 }]);
    expect(uploads).toEqual([{ path: '/med_1?number=1', ifNoneMatch: '*', bytes: 2_000_000 }]);
    await window.fill('Alternative text', 'A sea');
    await window.click('Save draft');
    await vi.waitUntil(() => requests.some(({ path }) => path === '/content'), WAIT);
    expect(requests.find(({ path }) => path === '/content')!.body).toMatchObject({
      media: [{ media_id: 'med_1', alt: 'A sea' }],
    });
  });

  test('shows the reason of a rejection, and a retry adds another file to the library', async () => {
    outcomes = ['rejected'];
    await choose('a.png');
    await window.shows(REJECTION.message);
    await window.click('Retry a.png');
    await window.shows('PNG, 3000 × 1000');
    expect(created()).toHaveLength(2);
    expect(uploads.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(['/med_1', '/med_2']);
  });

  test('that the network interrupts says so, and a retry sends the same file of the library', async () => {
    replies = ['reset'];
    await choose('a.png');
    await window.shows('The connection was interrupted.');
    await window.click('Retry a.png');
    await window.shows('PNG, 3000 × 1000');
    expect(created()).toHaveLength(1);
    expect(uploads.map(({ bytes }) => bytes)).toEqual([2_000_000, 2_000_000]);
  });

  test('whose URL has expired (403) says so, and a retry sends the file to a new URL', async () => {
    replies = [403];
    await choose('a.png');
    await window.shows('The upload URL has expired.');
    await window.click('Retry a.png');
    await window.shows('PNG, 3000 × 1000');
    expect(created()).toHaveLength(1);
    const paths = uploads.map(({ path }) => path);
    expect(new Set(paths).size).toBe(2);
  });

  test('whose response was lost continues with the inspection, because the storage has the file (412)', async () => {
    replies = [412];
    await choose('a.png');
    await vi.waitUntil(() => uploads.length === 1, WAIT);
    statuses.set('med_1', 'processing');
    await window.shows('PNG, 3000 × 1000');
  });

  test('waits while three others are sent', async () => {
    replies = ['hold', 'hold', 'hold', 'hold', 'hold'];
    await choose('a.png', 'b.png', 'c.png', 'd.png', 'e.png');
    await vi.waitUntil(() => held.length === 3, WAIT);
    await window.shows('2.0 MB, queued');
    expect(created()).toHaveLength(3);
    release();
    await vi.waitUntil(() => held.length === 2, WAIT);
    release();
    await window.page.waitForFunction(`document.querySelectorAll('.file-facts').length === 5`);
    expect(uploads).toHaveLength(5);
  });

  test('is cancelled with its row, and deleted from the library', async () => {
    replies = ['hold'];
    await choose('a.png');
    await vi.waitUntil(() => held.length === 1, WAIT);
    await window.click('Cancel a.png');
    await window.page.waitForFunction(`!document.querySelector('.file-row')`);
    await vi.waitUntil(() => requests.some(({ method, path }) => method === 'DELETE' && path === '/media/med_1'));
  });

  test('prevents saving, and leaving without a question, until it has ended', async () => {
    replies = ['hold'];
    await window.fill('Title', 'A post');
    await publishOn(window.page, 'Bluesky');
    await choose('a.png');
    await vi.waitUntil(() => held.length === 1, WAIT);
    await window.click('Save draft');
    await window.shows('One file is not ready yet. Wait for it, then save.');
    await window.click('Calendar', 'link');
    await window.shows('Uploads in progress will be cancelled.');
    await window.click('Keep editing');
    expect(requests.some(({ path }) => path === '/content')).toBe(false);
    release();
    await window.shows('PNG, 3000 × 1000');
    await window.click('Save draft');
    await vi.waitUntil(() => requests.some(({ path }) => path === '/content'), WAIT);
  });
});
