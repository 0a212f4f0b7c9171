import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HTTPRequest, Page } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER } from './browser.ts';
import { field } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { useDemoService } from './demo-service.ts';
import { inspect } from './inspect-screen.ts';
import { OauthApplication } from './oauth-application.ts';

// `npm run screenshots` names the folder for the pictures of the documentation.
const SCREENSHOTS = process.env.DEMO_SCREENSHOTS;

const PENDING = 'Three coffees in a box';
// Just after the end of a month, its day is not on the present one's page.
const HALF_GONE = 'Half of it is gone';

/**
 * Each screen: the name of its picture, its path, and what it shows of the demo. `:id` and `:day` are those of a post with this title,
 * `:request` the query of an authorization request.
 */
// biome-ignore format: one screen per line is what makes it a table.
const SCREENS: { name: string; path: string; title?: string; shows: string[] }[] = [
  { name: 'calendar', path: '/?view=month&day=:day', title: HALF_GONE, shows: [HALF_GONE] },
  { name: 'compose', path: '/compose/:id', title: PENDING, shows: ['Nordlys Coffee AS'] },
  { name: 'posts', path: '/posts', shows: ['Thank you, Nyeri', 'unconfirmed', 'failed'] },
  { name: 'post-thread', path: '/posts/:id', title: 'From Nyeri to the harbour', shows: ['seven rounds', 'published'] },
  { name: 'post-unconfirmed', path: '/posts/:id', title: 'Thank you, Nyeri', shows: ['unconfirmed'] },
  { name: 'post-approval', path: '/posts/:id', title: PENDING, shows: ['Is the new one on its way?'] },
  { name: 'queues', path: '/queues', shows: ['default', 'Europe/Oslo'] },
  { name: 'recurrences', path: '/recurrences', shows: ['Monday tip'] },
  { name: 'imports', path: '/imports', shows: ['season.csv'] },
  { name: 'labels', path: '/labels', shows: ['Growers', 'First Harvest'] },
  { name: 'links', path: '/links', shows: ['utm_source'] },
  { name: 'exports', path: '/exports', shows: ['Exports'] },
  { name: 'media', path: '/media', shows: ['JPEG'] },
  { name: 'templates', path: '/templates', shows: ['New roast', '@nordlyscoffee', 'Nordlys Roastery'] },
  { name: 'approvals', path: '/approvals', shows: [PENDING, 'Written by the agent Content planner', 'says their cooperative'] },
  { name: 'post-versions', path: '/posts/:id', title: 'Harvest report', shows: ['What changed', 'says their cooperative'] },
  { name: 'analytics', path: '/analytics', shows: ['#firstharvest'] },
  { name: 'accounts', path: '/accounts', shows: ['Nordlys Roastery', 'Nordlys at the harbour'] },
  { name: 'webhooks', path: '/webhooks', shows: ['/_inbox/nordlys'] },
  { name: 'webhook', path: '/webhooks/:webhook', shows: ['comment.created', 'content.failed'] },
  { name: 'keys', path: '/keys', shows: ['Monthly report', 'Content planner', 'of 100'] },
  { name: 'applications', path: '/applications', shows: ['Week planner', 'Agent', '0 of 100'] },
  { name: 'authorize', path: '/authorize:request', shows: ['Campaign helper', 'A person approves each of its posts'] },
  { name: 'team', path: '/team', shows: ['Amara Okafor', 'pia@example.com'] },
  { name: 'notifications', path: '/notifications', shows: ['Brew guide, once more'] },
  { name: 'passkeys', path: '/passkeys', shows: ['Passkeys'] },
  { name: 'sessions', path: '/sessions', shows: ['Sessions'] },
  { name: 'audit', path: '/audit', shows: ['Amara Okafor'] },
];

describe.skipIf(!HAS_BROWSER)('the dashboard with the demo data', () => {
  const demo = useDemoService();
  const ids = new Map<string, string>();
  const days = new Map<string, string>();
  let webhookId = '';
  let app: OauthApplication | undefined;
  let request = '';
  let window: DashboardWindow;

  beforeAll(async () => {
    const page = (await demo.api('GET', '/content?limit=100')) as {
      data: { id: string; title: string; scheduled_at: string | null }[];
    };
    for (const { id, title, scheduled_at } of page.data) {
      ids.set(title, id);
      days.set(title, String(scheduled_at).slice(0, 10));
    }
    const { webhooks } = (await demo.api('GET', '/webhooks')) as { webhooks: { id: string }[] };
    webhookId = webhooks[0]!.id;
    app = await OauthApplication.start('Campaign helper', demo.service.url);
    const asked = { resource: `${demo.service.url}/mcp`, scope: 'content:read content:write schedule:read' };
    request = (await app.begin(asked)).url.search;
    window = await DashboardWindow.open(demo.browser);
    await window.signIn(demo.service.signInUrl);
  });

  afterAll(() => app?.stop());

  test.each(SCREENS)(
    'shows data of the demo on the screen $name, asks at most twice for the same, and has no violation of accessibility',
    async ({ name, path, title, shows }) => {
      const { page } = window;
      const requests = new Map<string, number>();
      const count = (request: HTTPRequest) => {
        const url = request.url();
        if (request.method() === 'GET' && url.includes('/v1/')) requests.set(url, (requests.get(url) ?? 0) + 1);
      };
      page.on('request', count);
      const values = {
        ':id': ids.get(title ?? '') ?? '',
        ':day': days.get(title ?? '') ?? '',
        ':webhook': webhookId,
        ':request': request,
      };
      const address = path.replace(/:\w+/, (name) => values[name as keyof typeof values]);
      await page.evaluate(`location.hash = '#${address}'`);
      // The hashtag of a week is not one of a day.
      if (path === '/analytics') await (await page.waitForSelector(field('Window')))!.select('7d');
      for (const text of ['Demo data: Nordlys Coffee', ...shows]) await window.shows(text);
      await page.waitForNetworkIdle({ idleTime: 300 });
      page.off('request', count);
      expect(await page.evaluate(`document.querySelectorAll('main [role=alert]').length`)).toBe(0);
      // Once when a screen opens, and once more where a filter or a change loads it again.
      expect([...requests].filter(([, times]) => times > 2)).toEqual([]);
      // First, because the calendar of a window that was narrow stays a list.
      if (SCREENSHOTS !== undefined) await storePictures(page, SCREENSHOTS, name);
      await inspect(page, `demo-${name}`);
    },
  );
});

/** Store a picture of the present screen, light as `name.png` and dark as `name-dark.png`. */
async function storePictures(page: Page, folder: string, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await page.setViewport({ width: 1280, height: 900 });
  const height = Math.min(Number(await page.evaluate('document.documentElement.scrollHeight')), 1_150);
  for (const [scheme, suffix] of [
    ['dark', '-dark'],
    ['light', ''],
  ]) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme! }]);
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 1280, height }, captureBeyondViewport: true });
    // With a palette, a file is less than half as long.
    await sharp(picture)
      .png({ palette: true, effort: 10 })
      .toFile(join(folder, `${name}${suffix}.png`));
  }
}
