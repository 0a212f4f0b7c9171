import { describe, expect, it } from 'vitest';
import { handler as onSweepDue } from '../../functions/on-sweep-due.ts';
import { advanceTime, type Json } from '../functions/api-harness.ts';
import { madeItems, putRecurrence } from '../functions/given/recurrence.ts';
import { newRecurrence } from '../functions/resources.ts';
import { connect, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

/** A person changes, pauses or resumes a recurrence from one date on, and then from another one. */

const harness = setupWorkers();
simulatePlatforms();

const DAY = 86_400_000;

/** A weekly recurrence with two texts. Returns a function that sends a change, and expects that it is accepted. */
async function weekly() {
  const tenant = await newTenant();
  await connect(tenant, 'twitter');
  const { id } = await newRecurrence(tenant, { variations: ['One', 'Two'] });
  await processAllChanges(harness);
  const send = async (body: Json) => {
    const answer = await putRecurrence(tenant, id, body);
    await processAllChanges(harness);
    return answer;
  };
  const change = async (body: Json) => {
    const { status, json, text } = await send(body);
    expect(status, text).toBe(200);
    return json;
  };
  return { send, change };
}
const texts = () => madeItems().map(({ recurrence, description }) => `${recurrence!.date} ${description}`);

describe('a pause that begins on a later date', () => {
  const due = () =>
    madeItems()
      .filter(({ status, recurrence }) => status === 'scheduled' && recurrence!.held_at === undefined)
      .map(({ recurrence, description }) => `${recurrence!.date} ${description}`);

  it('leaves the dates before it with items when the settings change before it begins', async () => {
    const { change } = await weekly();
    await change({ paused: true, from: '2026-08-24' });
    expect(due()).toEqual(['2026-08-10 Two', '2026-08-17 One']);
    await change({ variations: ['Three', 'Four'] });
    expect(due()).toEqual(['2026-08-10 Four', '2026-08-17 Three']);
  });

  it('is brought forward by a pause from today', async () => {
    const { change } = await weekly();
    const isHeld = () => madeItems().map(({ recurrence }) => recurrence!.held_at !== undefined);
    await change({ paused: true, from: '2026-08-24' });
    expect(isHeld()).toEqual([false, false, true, true]);
    expect(await change({ paused: true })).toMatchObject({ paused: true });
    expect(isHeld()).toEqual([true, true, true, true]);
  });
});

describe('a change from an earlier date than the one before it', () => {
  it.each([
    ['the same settings', { variations: ['Three'] }],
    ['the date alone', {}],
  ])('gives the settings to the dates from it on, by %s', async (_, again) => {
    const { change } = await weekly();
    await change({ variations: ['Three'], from: '2026-08-24' });
    expect(texts().slice(0, 2)).toEqual(['2026-08-10 Two', '2026-08-17 One']);
    await change({ ...again, from: '2026-08-10' });
    expect(texts().slice(0, 3)).toEqual(['2026-08-10 Three', '2026-08-17 Three', '2026-08-24 Three']);
  });

  it('is rejected before the first date of the present rule, so that no item is removed', async () => {
    const { send, change } = await weekly();
    await change({ rule: 'FREQ=WEEKLY;INTERVAL=2', from: '2026-08-24' });
    const before = texts();
    const { status, json } = await send({ time: '10:00', from: '2026-08-10' });
    expect([status, (json.errors as Json[])[0]]).toMatchObject([422, { pointer: '/from', code: 'date_before_rule' }]);
    expect(texts()).toEqual(before);
  });

  it('begins its rule on its date', async () => {
    const { change } = await weekly();
    await change({ rule: 'FREQ=WEEKLY;INTERVAL=2', from: '2026-08-24' });
    await change({ rule: 'FREQ=DAILY;COUNT=3', from: '2026-08-10' });
    expect(madeItems().map(({ recurrence }) => recurrence!.date)).toContain('2026-08-12');
  });
});

describe('a resumption from a later date', () => {
  /** The dates before the 21st of September whose items would be published. */
  const planned = () =>
    madeItems()
      .filter(({ status, recurrence }) => status === 'scheduled' && recurrence!.date < '2026-09-21')
      .map(({ recurrence }) => recurrence!.date);

  it.each([
    ['are not made yet', null],
    ['a change during the pause has removed', { variations: ['Three', 'Four'] }],
  ])('leaves out dates that %s, also after a later change', async (_, duringPause) => {
    const { change } = await weekly();
    await change({ paused: true });
    if (duringPause) await change(duringPause);
    await change({ paused: false, from: '2026-09-21' });
    expect(planned()).toEqual([]);
    await change({ labels: ['News'] });
    advanceTime(14 * DAY);
    await onSweepDue();
    await processAllChanges(harness);
    expect(planned()).toEqual([]);
  });

  it.each([
    ['brought forward', [{ paused: false, from: '2026-08-17' }]],
    ['brought forward after a change', [{ labels: ['News'] }, { paused: false, from: '2026-08-17' }]],
    ['taken back by another pause', [{ paused: true }, { paused: false, from: '2026-08-17' }]],
  ])('makes the dates again that it has left out when it is %s', async (_, corrections) => {
    const { change } = await weekly();
    await change({ paused: true });
    await change({ paused: false, from: '2026-09-21' });
    for (const each of corrections) await change(each);
    expect(planned()).toEqual(['2026-08-17', '2026-08-24', '2026-08-31']);
    await change({ paused: false });
    expect(texts().slice(0, 3)).toEqual(['2026-08-10 Two', '2026-08-17 One', '2026-08-24 Two']);
    expect(planned()).toEqual(['2026-08-10', '2026-08-17', '2026-08-24', '2026-08-31']);
  });

  it('keeps its date when a client sends back all settings', async () => {
    const { change } = await weekly();
    await change({ paused: true });
    await change({ paused: false, from: '2026-09-21' });
    await change({ paused: false, name: 'Tips' });
    expect(planned()).toEqual([]);
  });
});
