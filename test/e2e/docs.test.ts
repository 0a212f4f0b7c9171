import { join } from 'node:path';
import type { Browser, ConsoleMessage, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocument } from '../../lib/bundle/documents.ts';
import { allEndpoints } from '../../lib/bundle/endpoints.ts';
import { PLATFORM_TABLE, PLATFORMS } from '../../lib/platforms/platforms.ts';
import { EVENT_KINDS } from '../../lib/webhooks/events/events.ts';
import { HAS_BROWSER, openBrowser, openPage } from './browser.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// The documentation as a reader sees it: in a browser, from the running service. Set DOCS_SCREENSHOTS to a folder
// to store screenshots.

const operationsOf = (tag: string) =>
  allEndpoints()
    .filter(([operation]) => operation.startsWith(`${tag}.`))
    .map(([, route]) => route);

const { service: local, folder } = useRunningService();

/** A request for an access token of the session. Returns the status of its response, or the name of the error. */
const REQUEST_TOKEN = `fetch('/v1/auth/sessions/token', { method: 'POST', credentials: 'include' }).then(
  ({ status }) => status,
  ({ name }) => name,
)`;

describe("the service's documentation endpoints", () => {
  test('GET /openapi.json is the document that the declarations give, compressed when the client accepts it', async () => {
    const answer = await fetch(`${local.baseUrl}/openapi.json`);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(await answer.json()).toEqual(JSON.parse(readDocument('openapi.json')));
  });

  test('the type of a problem, resolved against its request, is the URL of its page', async () => {
    for (const path of ['/v1/content', '/auth/verify', '/v1/nothing']) {
      const rejected = await fetch(`${local.url}${path}`);
      const { type, code } = (await rejected.json()) as { type: string; code: string };
      const page = await fetch(new URL(type, rejected.url));
      expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await page.text()).toContain(`<code>${code}</code>`);
    }
  });
});

describe.skipIf(!HAS_BROWSER)('the documentation page in a browser', () => {
  let browser: Browser;
  let page: Page;
  const said: string[] = [];
  const asked: string[] = [];

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    page = await openPage(browser);
    // The page renders only what is in view: this is high enough for a whole operation.
    await page.setViewport({ width: 1400, height: 9000 });
    page.on('console', hear);
    page.on('pageerror', (error) => said.push(String(error)));
    page.on('requestfailed', (request) => said.push(`${request.failure()?.errorText}: ${request.url()}`));
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${local.url}/docs/`, { waitUntil: 'networkidle0' });
    await page.waitForSelector('h1');
  });

  afterAll(() => browser?.close());

  const hear = (message: ConsoleMessage) => void (message.type() !== 'info' && said.push(message.text()));

  /** Inspect a page. The messages of axe, which may not read its style sheet, are not those of the page. */
  async function inspectQuietly(shown: Page, name: string): Promise<void> {
    shown.off('console', hear);
    await inspect(shown, name);
    shown.on('console', hear);
  }

  const text = async () => String(await page.evaluate('document.body.innerText'));

  /** Open a section of the page by its URL, as an external link does, and return its text. */
  async function open(section: string, words: string): Promise<string> {
    await page.goto('about:blank');
    await page.goto(`${local.url}/docs/#/${section}`, { waitUntil: 'networkidle0' });
    // By polling, because the page's policy does not allow waiting inside it.
    await until(`the page of ${section}`, async () => (await text()).includes(words));
    await saveScreenshot(section.replace('/', '-'));
    return text();
  }

  /** Click the last element with a text, apart from words of code, as a reader does. */
  async function press(label: string): Promise<void> {
    const isLabel = `each.textContent.trim() === '${label}' && !each.classList.contains('th-token')`;
    const place = `[...document.querySelectorAll('*')].filter((each) => ${isLabel}).at(-1)`;
    const { x, y, width, height } = (await page.evaluate(`(${place}).getBoundingClientRect().toJSON()`)) as {
      x: number;
      y: number;
      width: number;
      height: number;
    };
    await page.mouse.click(x + width / 2, y + height / 2);
  }

  async function saveScreenshot(name: string): Promise<void> {
    const to = process.env.DOCS_SCREENSHOTS;
    if (to) await page.screenshot({ path: join(to, `${name}.png`) });
  }

  test('begins with the introduction, and has every group of operations', async () => {
    await saveScreenshot('introduction');
    const shown = await text();
    const [, named] = /schedules and publishes content to (.+), and reports/.exec(shown)!;
    for (const platform of PLATFORMS) expect(named).toContain(PLATFORM_TABLE[platform].displayName);
    for (const [operation] of allEndpoints()) expect(shown).toContain(operation.split('.')[0]);
  });

  test('shows an operation with its permission, parameters, fields and errors', async () => {
    const shown = await open('content/content.create', 'The item is validated against the rules of its platforms.');
    for (const said of [
      'Requires content:write.',
      'Idempotency-Key',
      'platforms',
      'Published as the text if there is no description.',
      'Summer campaign',
      '422',
    ]) {
      expect(shown).toContain(said);
    }
    for (const { summary } of operationsOf('content')) expect(shown).toContain(summary);
  });

  test('shows the response fields, including those of nested objects', async () => {
    const shown = await open('content/content.get', 'late_by_seconds');
    expect(shown).toContain('Return the item with the publishing status of each target.');
    expect(shown).toContain('Publishing status on each platform. Empty for drafts.');
  });

  test('shows the payload of every event type', async () => {
    const shown = await open('payloads/content.failed', 'A target failed permanently');
    for (const kind of EVENT_KINDS) expect(shown).toContain(kind);
    expect(shown).toContain('webhook-signature');
    expect(shown).toContain('"failed_target"');
  });

  test('shows the sample of an operation in the chosen language', async () => {
    await open('content/content.create', 'curl "$BASE_URL/content"');
    await press('curl');
    await until('the languages', async () => (await text()).includes('JavaScript'));
    for (const label of ['JavaScript', 'Python', 'Go', 'Ruby', 'PHP']) expect(await text()).toContain(label);
    await press('Python');
    await until('the sample in Python', async () => (await text()).includes('result = client.content.create('));
    await saveScreenshot('sample-in-python');
  });

  test('leads to the page of the client libraries, which shows each task in the language of the chosen tab', async () => {
    const libraries = await openPage(browser);
    libraries.on('console', hear);
    await libraries.setViewport({ width: 1280, height: 900 });
    await libraries.goto(`${local.url}/docs/#section/Client-libraries`, { waitUntil: 'networkidle0' });
    await libraries.locator('redoc a[href="/docs/clients/"]').click();
    await libraries.locator('h1 ::-p-text(Client libraries)').wait();
    expect(libraries.url()).toBe(`${local.url}/docs/clients/`);
    const code = async () => String(await libraries.evaluate('document.body.innerText'));
    expect(await code()).toContain('await client.content.publishAndWait(draft.id, { waitMs: 120_000 })');
    expect(await code()).not.toContain('client.content.publish_and_wait(draft["id"], wait=120)');
    await inspectQuietly(libraries, 'client-libraries');
    await libraries.locator('label ::-p-text(Python)').click();
    expect(await code()).toContain('client.content.publish_and_wait(draft["id"], wait=120)');
    expect(await code()).not.toContain('await client.content.publishAndWait(draft.id, { waitMs: 120_000 })');
    // The arrow keys choose the next tab.
    await libraries.keyboard.press('ArrowRight');
    expect(await code()).toContain('client.Content.PublishAndWait(ctx, draft.ID, 2*time.Minute)');
    await libraries.close();
  });

  test('gives a script of it no access token of the member who is signed in in the same browser', async () => {
    const dashboard = await DashboardWindow.open(browser);
    await dashboard.signIn(local.signInUrl);
    // The dashboard itself, with the same request, gets one.
    expect(await dashboard.page.evaluate(REQUEST_TOKEN)).toBe(200);
    const docs = await openPage(dashboard.page.browserContext());
    await docs.goto(`${local.url}/docs/`, { waitUntil: 'networkidle0' });
    expect(await docs.evaluate('self.origin')).toBe('null');
    expect(await docs.evaluate(REQUEST_TOKEN)).toBe('TypeError');
    await dashboard.page.browserContext().close();
  });

  test('shows no regular expression, no link of the renderer to its authors, and X by one name', async () => {
    const shown = await open('content/content.create', 'The item is validated against the rules of its platforms.');
    expect(shown).not.toContain('\\u0000');
    expect(shown).toContain('"x"');
    expect(
      await page.evaluate(`[...document.querySelectorAll('a[href*="redocly.com"]')].some((a) => a.checkVisibility())`),
    ).toBe(false);
  });

  test('names the server that has the page, and no other', async () => {
    await page.goto(`${local.url}/docs/`, { waitUntil: 'networkidle0' });
    const shown = await text();
    expect(shown).toContain(`${local.url}/v1`);
    expect(shown).not.toContain('127.0.0.1:3000');
  });

  test('has guides without errors, overflow or violations of accessibility, which its navigation leads to', async () => {
    const guide = await openPage(browser);
    guide.on('console', hear);
    await guide.goto(`${local.url}/docs/`, { waitUntil: 'networkidle0' });
    await guide.locator('summary ::-p-text(All pages)').click();
    await guide.locator('nav a ::-p-text(Agents)').click();
    await guide.locator('h1 ::-p-text(Agents)').wait();
    expect(guide.url()).toBe(`${local.url}/docs/agents/`);
    for (const path of ['agents', 'api', 'guides', 'reference/webhooks', 'connect/twitter']) {
      await guide.goto(`${local.url}/docs/${path}/`, { waitUntil: 'networkidle0' });
      await inspectQuietly(guide, `guide-${path.replace('/', '-')}`);
    }
    await guide.close();
  });

  test('sends requests only to the service, and logs no error', async () => {
    expect(asked.filter((url) => !url.startsWith(`${local.url}/`) && !/^(data|blob):/.test(url))).toEqual([]);
    expect(asked).toContainEqual(expect.stringContaining(`${local.url}/docs/assets/redoc-`));
    expect(said).toEqual([]);
  });
});
