import type { Page } from 'puppeteer-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RequestedTime } from '../../dashboard/src/times.ts';
import { type LocalTime, resolveLocalTime } from '../../lib/core/values/local-time.ts';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { HAS_BROWSER, openPage } from './browser.ts';
import { button, click, field } from './dashboard-pages.ts';
import { type StubRequest, type StubResponse, useStubbedDashboard } from './dashboard-stub.ts';
import { until } from './http-client.ts';

// The calendar in Chromium, before an API whose responses each test decides.

/** A zone without clock changes, in which the posts have the same date as in UTC. */
const TIME_ZONE = 'Asia/Tokyo';
const HOUR_UTC = 8;
const LOCAL_TIME = '17:00';

let page: Page;
let requests: StubRequest[];
/** The post as the API has it, which another member may have changed since the calendar showed it. */
let stored: { title: string; scheduled_at: string; status: string; queue?: object; recurrence?: object };
/** When each further target of the post is due, by its entry. */
let others: Record<string, string>;
let onUpdate: (request: StubRequest) => StubResponse;

/** The Wednesday after next, so that the days around it are in its week and in the future. */
const WEDNESDAY = (() => {
  const now = new Date();
  const days = 14 - ((now.getUTCDay() + 4) % 7);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days, HOUR_UTC));
})();
const at = (days: number) => new Date(WEDNESDAY.getTime() + days * DAY_MS).toISOString();
const dateOf = (instant: string) => instant.slice(0, 10);

function targets() {
  const { scheduled_at, status } = stored;
  const first = { platform: 'twitter', account_id: null, sandbox: false, schedule_id: 'scd_1', scheduled_at, status };
  const further = Object.entries(others).map(([schedule_id, time]) => {
    return { ...first, platform: 'linkedin', schedule_id, scheduled_at: time, status: 'pending' };
  });
  return [first, ...further];
}

function content() {
  return { id: 'cnt_1', ...stored, description: null, approval: null, warnings: [], targets: targets() };
}

function entries(query: URLSearchParams) {
  const isWanted = ({ status, scheduled_at }: ReturnType<typeof targets>[number]) => {
    const isOpen = ['pending', 'publishing'].includes(status);
    const isListed = isOpen ? query.get('status') === null : query.get('status') === status;
    return isListed && scheduled_at >= query.get('from')! && scheduled_at < query.get('to')!;
  };
  const scheduled_posts = targets()
    .filter(isWanted)
    .map((target) => ({
      ...target,
      id: target.schedule_id,
      content_id: 'cnt_1',
      title: stored.title,
      thumbnail: null,
    }));
  return { scheduled_posts, pagination: { next_cursor: null } };
}

function problem(status: number, code: string, errors?: { pointer: string; code: string; detail: string }[]) {
  const body = { type: code, title: 'Refused', status, detail: 'Refused.', instance: '/', code, request_id: 'req_7' };
  return { status, body: { ...body, retryable: false, ...(errors ? { errors } : {}) } };
}

function respond(request: StubRequest): StubResponse {
  requests.push(request);
  if (request.path === '/schedule') return { body: entries(request.query) };
  if (request.path === '/accounts') return { body: { accounts: [], pagination: { next_cursor: null } } };
  return request.method === 'PUT' ? onUpdate(request) : { body: content(), etag: '"3"' };
}

/** The instant of a requested time, as the API stores it. */
const instantOf = (time: RequestedTime) =>
  typeof time === 'string' ? time : new Date(resolveLocalTime(time as LocalTime).epochMs).toISOString();

const update = ({ path, body }: StubRequest): StubResponse => {
  const scheduled_at = instantOf((body as { scheduled_at: RequestedTime }).scheduled_at);
  const moved = path === '/content/cnt_1' ? ['scd_1', ...Object.keys(others)] : [path.replace('/schedule/', '')];
  if (moved.includes('scd_1')) stored = { ...stored, scheduled_at };
  for (const id of moved) if (id in others) others[id] = scheduled_at;
  return { body: content(), etag: '"4"' };
};
const updates = () => requests.filter(({ method }) => method === 'PUT');

const stub = useStubbedDashboard(respond);

beforeEach(async () => {
  requests = [];
  stored = { title: 'Launch', scheduled_at: at(0), status: 'pending' };
  others = {};
  onUpdate = update;
  if (!stub.browser) return;
  page = await openPage(stub.browser);
  await page.setViewport({ width: 1200, height: 900 });
});

afterEach(() => page?.close());

/** Open the month of the post: this one, or the next. */
async function openCalendar(): Promise<void> {
  await page.evaluateOnNewDocument(`localStorage.setItem('time-zone', '${TIME_ZONE}')`);
  await page.goto(`${stub.url}#/`);
  await page.waitForSelector('.calendar-toolbar');
  await page.waitForFunction("!document.querySelector('.calendar-toolbar .progress')");
  if (!(await page.$('.calendar-post'))) await page.click('[aria-label="Next"]');
  await page.waitForSelector('.calendar-post');
}

/** Return the day on which the month shows the post, `2026-11-20`. */
const shownDay = () => page.evaluate("document.querySelector('.calendar-post')?.closest('[data-date]')?.dataset.date");
const shownDays = () =>
  page.evaluate(
    "[...document.querySelectorAll('.calendar-post')].map((post) => post.closest('[data-date]').dataset.date)",
  );
const typedTime = () => page.evaluate("document.querySelector('dialog input').value");
const waitForText = (selector: string, text: string) =>
  page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`,
  );

async function drag(days: number): Promise<void> {
  const [x, y, width] = (await page.evaluate(`(() => {
    const post = document.querySelector('.calendar-post');
    post.scrollIntoView({ block: 'center' });
    const { x, y } = post.getBoundingClientRect();
    return [x + 20, y + 8, post.closest('[data-date]').getBoundingClientRect().width];
  })()`)) as [number, number, number];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + days * width, y + 2, { steps: 8 });
  await page.mouse.up();
}

describe.runIf(HAS_BROWSER)('the calendar', () => {
  test('moves a dragged post to the other day at the same local time, if it is unchanged', async () => {
    await openCalendar();
    await drag(1);
    await waitForText('.toast', '“Launch” moved to');
    expect(updates()).toMatchObject([{ path: '/content/cnt_1', ifMatch: '"3"' }]);
    expect(stored.scheduled_at).toBe(at(1));
    expect(await shownDay()).toBe(dateOf(at(1)));
  });

  test('moves a dragged target, and no target of the post at another time', async () => {
    others = { scd_2: at(1) };
    await openCalendar();
    await drag(2);
    await waitForText('.toast', '“Launch” moved to');
    expect(updates()).toMatchObject([{ path: '/schedule/scd_1', ifMatch: '"3"' }]);
    expect([stored.scheduled_at, others.scd_2]).toEqual([at(2), at(1)]);
    expect(await shownDays()).toEqual([dateOf(at(1)), dateOf(at(2))]);
  });

  test('moves the targets that share the dragged time, each on the version that the one before left', async () => {
    others = { scd_2: at(0), scd_3: at(1) };
    await openCalendar();
    await drag(2);
    await waitForText('.toast', '“Launch” moved to');
    const sent = updates().map(({ path, ifMatch }) => [path, ifMatch]);
    expect(sent).toEqual([
      ['/schedule/scd_1', '"3"'],
      ['/schedule/scd_2', '"4"'],
    ]);
    expect(await shownDays()).toEqual([dateOf(at(1)), dateOf(at(2))]);
  });

  test('shows the time to which another member has moved the dragged target', async () => {
    others = { scd_2: at(1) };
    onUpdate = () => {
      stored = { ...stored, scheduled_at: at(-1) };
      return problem(412, 'precondition_failed');
    };
    await openCalendar();
    await drag(2);
    await waitForText('.message.error', '“Launch” was not moved');
    expect(await shownDays()).toEqual([dateOf(at(-1)), dateOf(at(1))]);
  });

  test('shows which targets were moved when the response for the next one is lost', async () => {
    others = { scd_2: at(0), scd_3: at(1) };
    onUpdate = (request) => (request.path === '/schedule/scd_1' ? update(request) : 'lost');
    await openCalendar();
    await drag(2);
    await waitForText('.message.error', 'The API did not respond');
    await page.waitForFunction("document.querySelectorAll('.calendar-post').length === 3");
    expect(await shownDays()).toEqual([dateOf(at(0)), dateOf(at(1)), dateOf(at(2))]);
  });

  test('shows the time of another member instead of overwriting it', async () => {
    await openCalendar();
    stored = { ...stored, scheduled_at: at(2) };
    await drag(1);
    await waitForText('.message.error', '“Launch” was not moved');
    expect(updates()).toEqual([]);
    expect(await shownDay()).toBe(dateOf(at(2)));
  });

  test('shows the time of another member who was faster by a moment', async () => {
    onUpdate = () => {
      stored = { ...stored, scheduled_at: at(-1) };
      return problem(412, 'precondition_failed');
    };
    await openCalendar();
    await drag(1);
    await waitForText('.message.error', '“Launch” was not moved');
    expect(await shownDay()).toBe(dateOf(at(-1)));
  });

  test('returns a post to its day when no response arrives, and says so', async () => {
    onUpdate = () => 'lost';
    await openCalendar();
    await drag(1);
    await waitForText('.message.error', 'The API did not respond');
    expect(await shownDay()).toBe(dateOf(at(0)));
  });

  test('moves a post back to its earlier time when the person undoes the move', async () => {
    await openCalendar();
    await drag(1);
    await page.waitForSelector('.toast');
    await click(page, button('Undo'));
    await waitForText('.toast', '“Launch” moved back to');
    expect(updates()).toMatchObject([{ ifMatch: '"3"' }, { ifMatch: '"3"', body: { scheduled_at: at(0) } }]);
    expect(await shownDay()).toBe(dateOf(at(0)));
  });

  test.each([
    ['its queue', { queue: { id: 'que_1' } }, 'It left its queue.'],
    ['a paused recurrence', { recurrence: { id: 'rec_1', held: true } }, 'The pause of its recurrence no longer'],
  ])('offers no undo of a move out of %s, whose earlier time alone would publish the post', async (_, place, text) => {
    stored = { ...stored, ...place };
    await openCalendar();
    await drag(1);
    await waitForText('.toast', text);
    expect(await page.$(button('Undo'))).toBeNull();
  });

  test('shows the time of another member in place of an undo that would overwrite it', async () => {
    await openCalendar();
    await drag(1);
    await page.waitForSelector('.toast');
    stored = { ...stored, scheduled_at: at(2) };
    await click(page, button('Undo'));
    await waitForText('.toast', '“Launch” was not moved back, because another member changed it.');
    expect(updates()).toHaveLength(1);
    expect(await shownDay()).toBe(dateOf(at(2)));
  });

  test('says in the details of a post that another member has moved it, and offers no stale form', async () => {
    await openCalendar();
    stored = { ...stored, scheduled_at: at(2) };
    await page.evaluate("document.querySelector('.calendar-post').closest('[tabindex]').click()");
    await waitForText('dialog', 'Another member changed this post after the calendar was loaded.');
    expect(await page.$('dialog form')).toBeNull();
    expect(await shownDay()).toBe(dateOf(at(2)));
  });

  test('shows a post at 23:45 on its day only', async () => {
    const late = new Date(WEDNESDAY);
    late.setUTCHours(14, 45);
    stored = { ...stored, scheduled_at: late.toISOString() };
    await openCalendar();
    expect(await shownDays()).toEqual([dateOf(at(0))]);
    await waitForText('.calendar-post', ':45');
    // A post of two days would be as wide as both.
    const widths = await page.evaluate(`(() => {
      const post = document.querySelector('.calendar-post');
      return [post, post.closest('[data-date]')].map((element) => element.getBoundingClientRect().width);
    })()`);
    const [post, day] = widths as [number, number];
    expect(post).toBeLessThan(day);
  });

  test('keeps the filter and the period in the URL, and shows only what matches', async () => {
    await openCalendar();
    await click(page, '.filter-bar summary');
    await (await page.waitForSelector(field('Status')))!.select('failed');
    await page.waitForFunction("!document.querySelector('.calendar-post')");
    expect(await page.evaluate('location.hash')).toMatch(/view=month&day=[-0-9]+&status=failed/);
    await page.reload();
    await page.waitForSelector('.empty');
    await (await page.waitForSelector(field('Status')))!.select('scheduled');
    await page.waitForSelector('.calendar-post');
  });

  test('does not move a post that is being sent', async () => {
    stored = { ...stored, status: 'publishing' };
    await openCalendar();
    await drag(1);
    expect(await shownDay()).toBe(dateOf(at(0)));
    expect(updates()).toEqual([]);
  });

  test('reschedules by keyboard, and keeps what was typed when the API rejects it', async () => {
    const detail = 'Must be at most 366 days in the future.';
    onUpdate = () => problem(422, 'validation_failed', [{ pointer: '/scheduled_at', code: 'too_late', detail }]);
    await openCalendar();
    // Until the calendar is complete it takes no focus, and a render may replace the post that has it.
    await until('the dialog of the post', async () => {
      const hasFocus = await page.evaluate(`(() => {
        const post = document.querySelector('.calendar-post').closest('[tabindex]');
        post.focus();
        return document.activeElement === post;
      })()`);
      if (!hasFocus) return false;
      await page.keyboard.press('Enter');
      // The dialog focuses its first field after it is rendered.
      return page.waitForSelector('dialog[open] input[type="datetime-local"]:focus', { timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
    const typed = await typedTime();
    expect(typed).toBe(`${dateOf(at(0))}T${LOCAL_TIME}`);
    await page.focus('dialog button[type="submit"]');
    await page.keyboard.press('Enter');
    await waitForText('dialog .field-error', detail);
    await waitForText('dialog .request-id', 'req_7');
    expect(await typedTime()).toBe(typed);

    onUpdate = update;
    await page.waitForSelector('dialog button[type="submit"]:not(:disabled, [aria-disabled="true"])');
    await page.focus('dialog button[type="submit"]');
    await page.keyboard.press('Enter');
    await waitForText('.toast', '“Launch” moved to');
    expect(await page.$('dialog')).toBeNull();
  });
});
