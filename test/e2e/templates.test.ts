import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { atUrl, button, click, field, fill, publishOn } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// The templates in Chromium. Every test continues where the previous one ended.

const { service, api, folder } = useRunningService();

const listed = async () => JSON.parse((await api('GET', '/templates')).text).templates as Record<string, unknown>[];

describe.skipIf(!HAS_BROWSER)('the templates', () => {
  let browser: Browser;
  let member: DashboardWindow;

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    member = await DashboardWindow.open(browser);
    await member.signIn(service.signInUrl);
  });
  afterAll(() => browser?.close());

  /** Select in the form, not in the filter of the list, which has the same label. */
  const selectKind = async (value: string) => {
    const form = (await member.page.waitForSelector('dialog[open]'))!;
    await (await form.waitForSelector('select'))!.select(value);
  };

  test('say that there are none, and what they are for', async () => {
    await member.openScreen('Templates');
    await member.shows('No templates yet');
    await inspect(member.page, 'templates-empty');
  });

  test('are created with defaults for their variables, and previewed on each platform', async () => {
    await member.click('New template');
    await member.fill('Name', 'Launch');
    await member.fill('Text', 'Hello {{product}}, by {{@Acme}}');
    await member.fill('Default of product', 'jacket');
    await member.click('Preview', 'DisclosureTriangle');
    await member.shows('Hello jacket, by {{@Acme}}');
    await inspect(member.page, 'template-form');
    await click(member.page, button('Save', 'dialog'));
    await member.shows('Hello {{product}}');
    await member.click('New template');
    await selectKind('mention');
    await member.fill('Name', 'Acme');
    await member.fill('Handle on X', '@acme');
    await click(member.page, button('Save', 'dialog'));
    await member.shows('X: @acme');
    await inspect(member.page, 'templates');
    expect(await listed()).toMatchObject([
      { kind: 'snippet', name: 'Launch', variables: { product: 'jacket' } },
      { kind: 'mention', name: 'Acme', handles: { twitter: '@acme' } },
    ]);
  });

  test('say which name is taken, and keep what was typed', async () => {
    await member.click('New template');
    await member.fill('Name', 'LAUNCH');
    await member.fill('Text', 'Another text');
    await click(member.page, button('Save', 'dialog'));
    await member.shows('Another template of the workspace has this name.');
    await click(member.page, button('Cancel', 'dialog'));
    expect(await listed()).toHaveLength(2);
  });

  test('are inserted in the composer, whose previews show the handle of each platform', async () => {
    await member.openScreen('Compose');
    await publishOn(member.page, 'X', 'Bluesky');
    await member.click('Use a template');
    await member.fill('product', 'coat');
    await inspect(member.page, 'use-template');
    await click(member.page, button('Insert', 'dialog'));
    await member.shows('Hello coat, by @acme');
    await member.shows('Hello coat, by Acme');
    await member.click('Save draft');
    await atUrl(member.page, '/compose/');
    const { data } = JSON.parse((await api('GET', '/content')).text);
    const item = JSON.parse((await api('GET', `/content/${data[0].id}`)).text);
    expect(item).toMatchObject({
      description: 'Hello coat, by Acme',
      platform_options: { twitter: { text: 'Hello coat, by @acme' } },
    });
  });

  test('are offered as mentions after @, chosen by keyboard', async () => {
    await member.openScreen('Compose');
    await member.page.locator(field('Text')).click();
    await member.page.keyboard.type('Thanks @a');
    const option = await member.page.waitForSelector('[role="option"][aria-selected="true"]');
    expect(await option!.evaluate((each) => each.textContent)).toBe('Acme');
    await inspect(member.page, 'mention-options');
    await member.page.keyboard.press('Enter');
    await member.page.waitForSelector('[role="listbox"]', { hidden: true });
    await member.page.keyboard.type('and all.');
    const typed = await member.page.$eval(
      '.mention-area textarea',
      (area) => (area as unknown as { value: string }).value,
    );
    expect(typed).toBe('Thanks {{@Acme}} and all.');
    await fill(member.page, field('Text'), '');
  });

  test('are saved from the text of a post, and deleted after a question', async () => {
    await member.openScreen('Compose');
    await member.fill('Text', 'A text to keep');
    await member.click('Save as template');
    await member.fill('Name of the snippet', 'Kept');
    await click(member.page, button('Save snippet', 'dialog'));
    await member.shows('The snippet “Kept” was saved.');
    await fill(member.page, field('Text'), '');
    await member.openScreen('Templates');
    await member.shows('A text to keep');
    await member.click('Delete Kept');
    await click(member.page, button('Delete', 'dialog'));
    await member.page.waitForSelector('dialog', { hidden: true });
    expect((await listed()).map(({ name }) => name)).toEqual(['Launch', 'Acme']);
  });
});
