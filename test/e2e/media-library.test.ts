import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { atUrl, button, click, field, POLLING_MS, publishOn } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// The media library in Chromium. Every test continues where the previous one ended.

const { service, api, folder } = useRunningService();

const listed = async () => JSON.parse((await api('GET', '/media')).text).media as { reference_count: number }[];

describe.skipIf(!HAS_BROWSER)('the media library', () => {
  let browser: Browser;
  let member: DashboardWindow;

  beforeAll(async () => {
    browser = await openBrowser(join(folder, 'browser'));
    member = await DashboardWindow.open(browser);
    await member.signIn(service.signInUrl);
  });
  afterAll(() => browser?.close());

  const image = async (name: string, width: number): Promise<string> => {
    const path = join(folder, name);
    writeFileSync(
      path,
      await sharp({ create: { width, height: 600, channels: 3, background: '#2a6f97' } })
        .png()
        .toBuffer(),
    );
    return path;
  };
  const tiles = (count: number) =>
    member.page.waitForFunction(`document.querySelectorAll('.media-tile img').length === ${count}`, {
      polling: POLLING_MS,
    });

  test('says that it is empty, and how to fill it', async () => {
    await member.openScreen('Media');
    await member.shows('No files yet');
    await inspect(member.page, 'media-empty');
  });

  test('uploads the files that are chosen, and those that are dropped', async () => {
    const [chooser] = await Promise.all([member.page.waitForFileChooser(), member.click('Upload files')]);
    await chooser.accept([await image('sea.png', 800)]);
    await tiles(1);
    await member.shows('PNG, 800 × 600');
    await member.page.evaluate(`(async () => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 480 });
      canvas.getContext('2d').fillRect(0, 0, 640, 480);
      const blob = await new Promise((resume) => canvas.toBlob(resume, 'image/jpeg'));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([blob], 'dropped.jpg', { type: 'image/jpeg' }));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector('.media-screen').dispatchEvent(event);
    })()`);
    await tiles(2);
    await member.shows('JPEG, 640 × 480');
    await inspect(member.page, 'media');
  });

  test('shows the files of a kind only', async () => {
    await (await member.page.waitForSelector(field('Kind')))!.select('video');
    await member.shows('None of the loaded files matches the filter.');
    await (await member.page.waitForSelector(field('Kind')))!.select('image');
    await tiles(2);
  });

  test('shows the details of a file, and opens the composer with it', async () => {
    await click(member.page, '.media-tile ::-p-text(PNG, 800 × 600)');
    await member.shows('800 × 600 pixels');
    await member.shows('Bluesky receives the original file.');
    await inspect(member.page, 'media-details');
    await member.click('Use in a new post', 'link');
    await member.heading('Compose');
    await member.shows('PNG, 800 × 600');
    await publishOn(member.page, 'Bluesky');
    await member.fill('Text', 'The sea in November');
    await member.click('Save draft');
    await atUrl(member.page, '/compose/');
    expect((await listed()).map(({ reference_count }) => reference_count).sort()).toEqual([0, 1]);
  });

  test('deletes a file that no post uses, after a question', async () => {
    await member.openScreen('Media');
    await click(member.page, '.media-tile ::-p-text(used in one post)');
    await member.shows('first remove it from the posts that use it');
    await member.click('Close');
    await click(member.page, '.media-tile ::-p-text(not used)');
    await member.click('Delete file');
    await click(member.page, button('Delete file', 'dialog//dialog'));
    await tiles(1);
    expect(await listed()).toHaveLength(1);
  });
});
