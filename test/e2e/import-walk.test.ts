import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, ElementHandle } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getTableInfo, listPosts, scanTable } from './assertions.ts';
import { HAS_BROWSER, openBrowser } from './browser.ts';
import { button, click, dropFile, field, fill } from './dashboard-pages.ts';
import { DashboardWindow } from './dashboard-window.ts';
import { until } from './http-client.ts';
import { inspect } from './inspect-screen.ts';
import { useRunningService } from './running-service.ts';

// A person plans 300 rows of a spreadsheet into a queue, in the dashboard only. Every test continues where the previous
// one ended.

const ROWS = 300;
const WEEK = 5;
/** More than the six days at most from the first slot of five to the last one, which the clock passes at once. */
const LATENESS_SECONDS = 7 * 86_400;
const { service, api, clock, folder } = useRunningService({ settings: { latenessLimitSeconds: LATENESS_SECONDS } });

/** What is wrong in every twenty-fifth row, and the cell that corrects it. */
const WRONG = [
  { column: 'Platform', cell: 'Twiter', corrected: 'X' },
  { column: 'Text', cell: 'too long '.repeat(40), corrected: 'A shorter text' },
  { column: 'When', cell: '31.02.2027 10:00', corrected: '' },
];

/** What a test reads of a select element. */
type Select = { options: Iterable<{ text: string; value: string }> };

type Row = Record<'Text' | 'Platform' | 'When', string>;

const rows = Array.from({ length: ROWS }, (_, index): Row => {
  const good = { Text: `Tip ${index + 1}: "sharpen", then wax; repeat.`, Platform: 'X', When: '' };
  const wrong = index % 25 === 24 ? WRONG[Math.floor(index / 25) % WRONG.length] : undefined;
  return wrong ? { ...good, [wrong.column]: wrong.cell } : good;
});

/** The file as a spreadsheet with a German locale saves it. */
function spreadsheet(): string {
  const quoted = (cell: string) => (/[";\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const lines = rows.map((row) => [row.Text, row.Platform, row.When].map(quoted).join(';'));
  return `\ufeffText;Platform;When\r\n${lines.join('\r\n')}\r\n`;
}

interface Entry {
  entity: string;
  id: string;
  state: string;
  scheduled_at: string;
}

async function entries(): Promise<Entry[]> {
  const items = (await scanTable(getTableInfo(service))) as unknown as Entry[];
  const found = items.filter(({ entity }) => entity === 'ScheduleEntry');
  return found.sort((a, b) => (a.scheduled_at < b.scheduled_at ? -1 : 1));
}

describe.skipIf(!HAS_BROWSER)('a person with a spreadsheet', () => {
  let browser: Browser;
  let member: DashboardWindow;
  const path = join(folder, 'tips.csv');

  beforeAll(async () => {
    writeFileSync(path, spreadsheet());
    browser = await openBrowser(join(folder, 'browser'));
    member = await DashboardWindow.open(browser);
    await member.signIn(service.signInUrl);
    await member.heading('Calendar');
  });

  afterAll(async () => {
    await browser?.close();
  });

  /** Choose a file on the screen of imports, and wait for the end of its check. */
  async function choose(file: string, outcome: string): Promise<void> {
    const input = (await member.page.waitForSelector('input[type=file]')) as ElementHandle<never>;
    await input.uploadFile(file);
    await member.shows(outcome);
  }

  test('adds a queue with five slots a week', async () => {
    await member.openScreen('Queues');
    await member.click('Add queue');
    await member.heading('Add a queue');
    await member.fill('Name', 'tips');
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) await member.fill(day, '9:30');
    await member.page.click('dialog button[type=submit]');
    await member.shows('tips');
  });

  /** Choose an option by its text, once the screen has loaded it. */
  async function chooseOption(label: string, text: string): Promise<void> {
    const select = (await member.page.waitForSelector(field(label)))!;
    const value = await until(`${text} in ${label}`, () =>
      select.evaluate(
        (each, wanted) => [...(each as unknown as Select).options].find((option) => option.text === wanted)?.value,
        text,
      ),
    );
    await select.select(value);
  }

  test('drops a file of drafts, maps a column to metadata, chooses a signature, creates them, and undoes the import', async () => {
    await api('POST', '/templates', { kind: 'signature', name: 'Team', text: 'Your team' });
    await member.openScreen('Imports');
    await member.shows('There are no imports yet.');
    await inspect(member.page, 'imports');
    await dropFile(
      member.page,
      '.import-drop',
      'drafts.csv',
      'Text;Platform;For client\nA first idea;X;Ada\nA second idea;;Bo\n',
    );
    await member.shows('1 row is ready. 1 row has a problem.');
    await (await member.page.waitForSelector(field('For client')))!.select('metadata.');
    await member.fill('Name for For client', 'client');
    await chooseOption('Signature', 'Team');
    await member.click('X', 'checkbox');
    await member.click('Check again');
    await member.shows('2 rows are ready. None has a problem.');
    await member.click('Create 2 posts');
    await member.shows('2 posts are created. Every row is done.');
    const drafts = (await scanTable(getTableInfo(service))).filter(({ entity }) => entity === 'Content');
    expect(drafts.map(({ metadata, description }) => [metadata, description]).sort()).toEqual([
      [{ client: 'Ada' }, 'A first idea\n\nYour team'],
      [{ client: 'Bo' }, 'A second idea\n\nYour team'],
    ]);
    await member.click('Undo import');
    await member.shows('Undo this import?');
    await click(member.page, button('Undo import', 'dialog'));
    await member.shows('2 posts were deleted.');
    expect((await scanTable(getTableInfo(service))).filter(({ entity }) => entity === 'Content')).toEqual([]);
  });

  test('chooses the file, and sees which rows are wrong', async () => {
    await member.openScreen('Imports');
    // Nothing says yet that a column has times.
    await choose(path, '292 rows are ready. 8 rows have a problem.');
  });

  test('maps a column, and sees the months that the queue makes', async () => {
    const fieldOf = async (column: string) => (await member.page.waitForSelector(field(column)))!;
    expect(await (await fieldOf('Platform')).evaluate((each) => (each as unknown as { value: string }).value)).toBe(
      'platforms',
    );
    await (await fieldOf('When')).select('scheduled_at');
    await chooseOption('Rows without a time', 'tips');
    await member.click('Check again');
    await member.shows('288 rows are ready. 12 rows have a problem.');
    await member.page.waitForSelector('.import-month li');
    await member.click('Later');
    await inspect(member.page, 'import');
  });

  test('runs the import, corrects the twelve rows, and runs it again', async () => {
    await member.click('Create 288 posts');
    await member.shows('288 posts are created.');
    for (const [index, row] of rows.entries()) {
      const wrong = WRONG.find(({ column, cell }) => row[column as keyof Row] === cell);
      if (!wrong) continue;
      const corrected = wrong.column === 'Text' ? `${wrong.corrected} ${index + 1}` : wrong.corrected;
      await fill(member.page, field(`${wrong.column} of row ${index + 1}`), corrected);
    }
    await member.click('Check corrected rows');
    await member.shows('12 rows are ready. None has a problem. 288 posts exist already.');
    await member.click('Create 12 posts');
    await member.shows('300 posts are created. Every row is done.');
  });

  test('has every row published once: the first week at its times, then week by week', async () => {
    const planned = await entries();
    expect(planned).toHaveLength(ROWS);
    expect(new Set(planned.map(({ scheduled_at }) => scheduled_at)).size).toBe(ROWS);
    let advancedMs = 0;
    for (let due = 1; due <= ROWS; due = due < WEEK ? due + 1 : due + WEEK) {
      const aheadMs = Date.parse(planned[due - 1]!.scheduled_at) - Date.now() - advancedMs - 500;
      clock.advance(aheadMs);
      advancedMs += aheadMs;
      await service.invoke('on-sweep-due', {});
      await until(`post ${due}`, async () => (await listPosts(service.url)).length >= due);
      expect(await listPosts(service.url)).toHaveLength(due);
    }
    await until('the last outcome', async () => (await entries()).every(({ state }) => state === 'published'));
    const texts = (await listPosts(service.url)).map(({ text }) => text);
    expect(new Set(texts).size).toBe(ROWS);
  });
});
