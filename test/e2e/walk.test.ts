import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'puppeteer-core';
import { afterEach, describe, expect, test } from 'vitest';
import german from '../../dashboard/languages/de.json' with { type: 'json' };
import english from '../../dashboard/languages/en.json' with { type: 'json' };
import { HAS_BROWSER } from './browser.ts';
import { button, field, fill, press } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { useDemoService } from './demo-service.ts';
import { KeyboardWindow } from './keyboard-window.ts';

// Three kinds of users walk through the demo: an owner on a laptop, an author on a phone in German, and an approver
// with the keyboard only. Set WALK_SCREENSHOTS to a folder to store what they see.

const SCREENSHOTS = process.env.WALK_SCREENSHOTS;
const PENDING = 'Three coffees in a box';
const PHONE_WIDTH = 360;

/** Replace the names in a message of a language file. */
const named = (message: string, values: Record<string, string>) =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => values[name]!);

/** The value of a `datetime-local` input that is later than now in the zone of the demo: hours after the time in UTC. */
const inHours = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString().slice(0, 16);

describe.runIf(HAS_BROWSER)('in the demo workspace', () => {
  const demo = useDemoService();
  const errors: string[] = [];

  const see = async (page: Page, name: string) => {
    if (SCREENSHOTS === undefined) return;
    mkdirSync(SCREENSHOTS, { recursive: true });
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`) as `${string}.png`, fullPage: true });
  };

  // Before the sign-in there is no session.
  const unexpected = () => errors.splice(0).filter((message) => !message.includes('401'));
  afterEach(() => expect(unexpected()).toEqual([]));

  test('an owner on a laptop writes a post, schedules and reschedules it, and looks at the metrics', async () => {
    const owner = await DashboardWindow.open(demo.browser, errors);
    const { page } = owner;
    await owner.signIn(demo.service.signInUrl);
    await owner.openScreen(english.words.accounts);
    await owner.shows('Nordlys Roastery');
    await see(page, 'owner-accounts');

    await owner.openScreen(english.words.compose);
    await owner.fill(english.words.text, 'A walk through the roastery');
    await owner.click(english.composer.atTime, 'radio');
    const time = field(named(english.composer.time, { timeZone: 'Europe/Oslo' }));
    await fill(page, time, inHours(3));
    await see(page, 'owner-compose');
    await owner.click(english.words.schedule);
    await owner.heading('A walk through the roastery');

    // The month shows four posts of a day at most.
    await page.evaluate(`location.hash = '#/?view=list&day=${inHours(3).slice(0, 10)}'`);
    await press(page, 'main ::-p-text(A walk through the roastery)');
    await owner.heading('A walk through the roastery');
    await fill(page, field(english.calendar.newTime), inHours(4));
    await see(page, 'owner-reschedule');
    await press(page, button(english.calendar.reschedule, 'dialog'));
    const { data } = (await demo.api('GET', '/content?limit=1')) as { data: { title: string }[] };
    expect(data[0]!.title).toBe('A walk through the roastery');
    await owner.shows('“A walk through the roastery” moved to');

    await owner.openScreen(english.words.analytics);
    await page.waitForSelector('.chart canvas');
    await owner.shows(named(english.analytics.metricByPlatform, { metric: 'Engagement rate' }));
    await see(page, 'owner-analytics');

    await owner.openScreen(english.words.auditLog);
    await owner.shows('Ida Lindqvist rescheduled “A walk through the roastery” to');
    await see(page, 'owner-audit');
    await page.close();
  });

  test('an author on a phone in German submits a draft for approval, and no screen scrolls sideways', async () => {
    const author = await DashboardWindow.open(demo.browser, errors);
    const { page } = author;
    await page.evaluateOnNewDocument(`Object.defineProperty(navigator, 'languages', { value: ['de-DE', 'de'] })`);
    await page.setViewport({ width: PHONE_WIDTH, height: 740, hasTouch: true, isMobile: true });
    await page.goto(await demo.signInUrl('tomas@example.com'));
    await author.click(german.signIn.withLink);
    await author.heading(german.words.calendar);

    await author.click(german.layout.menu);
    await author.openScreen(german.words.compose);
    // An editor sees no accounts, so none is preselected.
    await author.shows(german.composer.defaultAccounts);
    await author.fill(german.words.text, 'Frisch geröstet');
    await author.click(german.composer.saveDraft);
    await author.shows(german.composer.choosePlatform);
    expect(unexpected()).toEqual([expect.stringContaining('422')]);
    await author.click('LinkedIn', 'checkbox');
    await author.fill(german.words.text, 'Frisch geröstet: unser Hafenkaffee');
    await see(page, 'author-compose');
    await author.click(german.composer.saveDraft);
    await author.shows(german.composer.saved);
    await author.click(german.content.action_submit);
    await author.heading('Frisch geröstet: unser Hafenkaffee');
    await author.shows(german.status.pending_approval);
    await see(page, 'author-submitted');

    const paths = await page.$$eval('nav a', (links) => links.map((link) => link.getAttribute('href')!));
    expect(paths.length).toBeGreaterThan(4);
    for (const path of [...paths, '#/passkeys', '#/sessions']) {
      await page.evaluate(`location.hash = ${JSON.stringify(path)}`);
      await page.waitForNetworkIdle({ idleTime: 300 });
      await page.waitForSelector('main h1');
      expect(await page.evaluate('document.scrollingElement.scrollWidth'), path).toBeLessThanOrEqual(PHONE_WIDTH);
      await see(page, `author-${path.replace(/\W+/g, '') || 'calendar'}`);
    }
    await page.close();
  });

  test('an approver with the keyboard only reads a post and approves it, and always sees the focus', async () => {
    const { page } = await DashboardWindow.open(demo.browser, errors);
    const approver = new KeyboardWindow(page);
    await page.goto(await demo.signInUrl('amara@example.com'));
    await page.waitForSelector(button(english.signIn.withLink));
    await approver.choose(english.signIn.withLink);
    await page.waitForSelector('nav');

    await approver.choose(english.words.approvals);
    await page.waitForSelector(`::-p-aria([name="${english.words.approvals}"][role="heading"])`);
    await page.waitForSelector(`article[aria-label="${PENDING}"]`);
    const approve = named(english.content.actionOnPost, { action: english.content.action_approve, title: PENDING });
    await approver.choose(approve);
    await page.waitForSelector('dialog[open]');
    await approver.choose(english.content.action_approve);
    const done = named(english.approvals.done_approve, { title: PENDING });
    await page.waitForFunction(`document.body.innerText.includes(${JSON.stringify(done)})`);
    await see(page, 'approver-approved');
    await page.close();
  });
});
