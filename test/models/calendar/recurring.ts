import { expect } from 'vitest';
import type { Content } from '../../../lib/content/rules/content.ts';
import { note } from '../../functions/seeded/trace.ts';
import { type Item, isHeld, type Recurrence, type Target, type Workspace } from './model.ts';
import { edit, isOpen, pickAccounts } from './planning.ts';
import { send, succeed, type World } from './world.ts';
import { changesOf, clockAt, momentOf, type Period, ZONES, type Zone } from './zones.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;

/** How long before its time an item is made, and the time that the sweep has for it. */
const AHEAD = 30 * DAY;
const SWEEP = 2 * MINUTE;

/** How long after its date an item is known that was not sent. */
const RETENTION = 40 * DAY;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'] as const;
const TIMES = ['00:30', '01:45', '02:15', '02:45', '03:15', '12:00'];

const dateOf = (dayMs: number) => new Date(dayMs).toISOString().slice(0, 10);

/** A rule, and whether it has a date. */
type Rule = { text: string; has: (dayMs: number, startMs: number) => boolean };

function pickRule({ random }: World): Rule {
  const interval = 1 + random.below(5);
  const [one, other] = [random.below(7), random.below(7)];
  const dayOfMonth = random.pick([1, 28, 29, 31]);
  const isLastWeek = (dayMs: number) => new Date(dayMs + 7 * DAY).getUTCDate() <= 7;
  return random.pick<Rule>([
    {
      text: `FREQ=DAILY;INTERVAL=${interval}`,
      has: (dayMs, startMs) => ((dayMs - startMs) / DAY) % interval === 0,
    },
    {
      text: `FREQ=WEEKLY;BYDAY=${[...new Set([WEEKDAYS[one], WEEKDAYS[other]])].join(',')}`,
      has: (dayMs) => [one, other].includes(new Date(dayMs).getUTCDay()),
    },
    {
      text: `FREQ=MONTHLY;BYMONTHDAY=${dayOfMonth}`,
      has: (dayMs) => new Date(dayMs).getUTCDate() === dayOfMonth,
    },
    { text: 'FREQ=MONTHLY;BYMONTHDAY=-1', has: (dayMs) => new Date(dayMs + DAY).getUTCDate() === 1 },
    {
      text: `FREQ=MONTHLY;BYDAY=-1${WEEKDAYS[one]}`,
      has: (dayMs) => new Date(dayMs).getUTCDay() === one && isLastWeek(dayMs),
    },
  ]);
}

/** Pick the rule of one content that is repeated as often as the guard of the workspace permits. */
function pickClosest({ random }: World, { guardHours }: Workspace): Rule {
  if (guardHours === 24) return { text: 'FREQ=DAILY', has: () => true };
  const day = random.below(7);
  return { text: `FREQ=WEEKLY;BYDAY=${WEEKDAYS[day]}`, has: (dayMs) => new Date(dayMs).getUTCDay() === day };
}

/** Pick the first day of a recurrence: of one content, usually one before a change of the clock. */
function pickStart({ random }: World, zone: Zone, isOneContent: boolean): string {
  const nowMs = Date.now();
  const next = changesOf(zone).find((atMs) => atMs > nowMs + 4 * DAY && atMs < nowMs + 100 * DAY);
  const inDays = 1 + random.below(40);
  const startMs = isOneContent && next ? next - (1 + random.below(3)) * DAY : nowMs + inDays * DAY;
  return clockAt(startMs, zone).slice(0, 10);
}

/** Create a recurrence, with a text for each of its dates. */
export async function recur(world: World, workspace: Workspace): Promise<void> {
  const { random } = world;
  const isOneContent = random.chance(0.5);
  const rule = isOneContent ? pickClosest(world, workspace) : pickRule(world);
  const zone = random.pick(ZONES);
  const time = random.pick(TIMES);
  const name = `${workspace.name} recurrence ${workspace.recurrences.length + 1}`;
  const starts_on = pickStart(world, zone, isOneContent);
  const startMs = Date.parse(starts_on);
  const count = (isOneContent ? 5 : 2) + random.below(7);
  const dates: string[] = [];
  for (let dayMs = startMs; dates.length < count; dayMs += DAY) if (rule.has(dayMs, startMs)) dates.push(dateOf(dayMs));
  const excluded = random.chance(0.3) ? [random.pick(dates)] : [];
  const accounts = pickAccounts(world, workspace);
  const recurrence: Recurrence = {
    ...{ id: '', name, workspace, accounts, zone, time, isOneContent, labels: [], pausedMs: null, isDeleted: false },
    dates: dates.map((date, number) => ({ date, number, time, isExcluded: excluded.includes(date), item: null })),
  };
  workspace.recurrences.push(recurrence);
  note(
    world,
    `${name} is created: ${rule.text};COUNT=${count} from ${starts_on} at ${time} in ${zone}, but ${excluded}`,
  );
  const platforms = [...new Set(accounts.map(({ platform }) => platform))];
  const body = {
    ...{ name, title: name, platforms, accounts: accounts.map(({ id }) => id), starts_on, time, time_zone: zone },
    ...{ rule: `${rule.text};COUNT=${count}`, excluded_dates: excluded },
    variations: dates.map((_, number) => repeatedText(recurrence, number) ?? `${nameOf(recurrence, number)} r0`),
  };
  recurrence.id = String((await succeed(world, workspace, 'recurrences.create', { body })).id);
}

const nameOf = ({ name }: Recurrence, number: number) => `${name} v${number}`;

/** Return one of the texts of a repeated content: the guard ignores white space. A platform rejects its latest texts. */
function repeatedText({ name, isOneContent }: Recurrence, number: number): string | undefined {
  return isOneContent ? `${name}${' '.repeat(number + 1)}is repeated` : undefined;
}

/** Remember the item that the service has made of a recurrence: it was promised, at its time, and once. */
export function adopt(world: World, content: Content): void {
  const { id, date } = content.recurrence!;
  const recurrence = world.workspaces.flatMap(({ recurrences }) => recurrences).find((each) => each.id === id)!;
  const occurrence = recurrence.dates.find((each) => each.date === date)!;
  const { workspace, accounts, zone, pausedMs } = recurrence;
  expect(occurrence, `${recurrence.name} has made an item for ${date}, which is not its date`).toBeDefined();
  const { number, time, isExcluded, item: earlier } = occurrence;
  const which = `${nameOf(recurrence, number)} for ${date}`;
  expect([isExcluded, recurrence.isDeleted], `${which} is made although it is excluded`).toEqual([false, false]);
  expect(pausedMs, `${which} is made although its recurrence is paused`).toBeNull();
  expect(earlier, `${which} is made twice`).toBeNull();
  const local = `${date}T${time}`;
  const { atMs } = momentOf(local, zone);
  expect(Date.now(), `${which} is made too early`).toBeGreaterThanOrEqual(atMs - AHEAD);
  const name = nameOf(recurrence, number);
  const item: Item = {
    ...{ name, id: content.id, workspace, revision: 0, targets: [], queue: null, isDeleted: false, isTouched: false },
    repeatedText: repeatedText(recurrence, number),
  };
  occurrence.item = item;
  world.items.push(item);
  const targets = Object.values(content.targets);
  expect(targets.map(({ account_id }) => account_id).sort()).toEqual(accounts.map((each) => each.id).sort());
  for (const { schedule_id, account_id } of targets) {
    const account = accounts.find((each) => each.id === account_id)!;
    const target: Target = {
      ...{
        item,
        account,
        entryId: schedule_id,
        atMs,
        local: { local, zone },
        movedBy: [],
        sent: 0,
        isCancelled: false,
      },
    };
    item.targets.push(target);
    world.targets.set(schedule_id, target);
  }
}

/** Return whether a date of the last 40 days has an item that no person has changed, and that a halt has kept from being sent. */
function isOverdue(world: World, { zone }: Recurrence, { item, date, time }: Occurrence): boolean {
  const oldest = dateOf(Date.parse(clockAt(Date.now(), zone).slice(0, 10)) - RETENTION);
  const { atMs } = momentOf(`${date}T${time}`, zone);
  if (!item || item.isTouched || item.isDeleted || date < oldest || atMs > Date.now()) return false;
  return item.targets.every(({ entryId }) => {
    const { state, scheduled_at, scheduled_local } = world.service.entries.get(entryId)!;
    return state === 'pending' && Date.parse(scheduled_at) === atMs && scheduled_local !== null;
  });
}

/** Let the service delete the items of a recurrence that are not sent, because it is deleted. */
function endAll(world: World, recurrence: Recurrence): void {
  const { dates, zone } = recurrence;
  for (const occurrence of dates) {
    if (!isOverdue(world, recurrence, occurrence)) continue;
    occurrence.item!.isDeleted = true;
    for (const target of occurrence.item!.targets) target.isCancelled = true;
  }
  replaceFrom(world, dates, zone);
}

/** Let the service delete the upcoming items from a date on that no person has changed. Returns how many there are. */
function replaceFrom(world: World, dates: Recurrence['dates'], zone: Recurrence['zone']): number {
  let replaced = 0;
  for (const occurrence of dates) {
    const { item, date, time } = occurrence;
    if (!item || item.isTouched || momentOf(`${date}T${time}`, zone).atMs <= Date.now()) continue;
    expect(item.targets.every((target) => isOpen(world, target) || target.atMs <= Date.now() + MINUTE)).toBe(true);
    item.isDeleted = true;
    for (const target of item.targets) target.isCancelled = true;
    occurrence.item = null;
    replaced += 1;
  }
  return replaced;
}

/** Give dates the present clock of their recurrence: those with another one are made again. Returns how many there are. */
function setClock(world: World, { time, zone }: Recurrence, dates: Recurrence['dates']): number {
  const others = dates.filter(
    (each) => each.time !== time && momentOf(`${each.date}T${each.time}`, zone).atMs > Date.now(),
  );
  const replaced = replaceFrom(world, others, zone);
  for (const each of others) if (!each.item) each.time = time;
  return replaced;
}

/**
 * Pause a recurrence, which holds its items that are not sent and that no person has changed, or resume it: the dates of
 * the pause are left out.
 */
async function pauseOrResume(world: World, recurrence: Recurrence): Promise<void> {
  const { name, workspace, zone, dates, pausedMs } = recurrence;
  const paused = pausedMs === null;
  note(world, `${name} is ${paused ? 'paused' : 'resumed'}`);
  for (const each of dates) {
    const { atMs } = momentOf(`${each.date}T${each.time}`, zone);
    if (paused && (atMs > Date.now() || isOverdue(world, recurrence, each))) hold(each, atMs);
    if (!paused) release(each, atMs, pausedMs);
  }
  recurrence.pausedMs = paused ? Date.now() : null;
  await succeed(world, workspace, 'recurrences.update', { params: { id: recurrence.id }, body: { paused } });
}

type Occurrence = Recurrence['dates'][number];

function hold({ item }: Occurrence, atMs: number): void {
  if (!item || item.isTouched) return;
  for (const target of item.targets) target.heldAtMs = atMs;
}

function release(occurrence: Occurrence, atMs: number, pausedMs: number): void {
  const isPast = atMs <= Date.now();
  // What is left out is as good as excluded.
  if (occurrence.item === null && atMs > pausedMs && isPast) occurrence.isExcluded = true;
  for (const target of occurrence.item?.targets ?? []) {
    if (isHeld(target) && isPast) target.isCancelled = true;
    target.heldAtMs = null;
  }
}

/** Change the labels of a recurrence: all upcoming items are made again. */
async function label(world: World, recurrence: Recurrence): Promise<void> {
  const { name, workspace, zone, dates } = recurrence;
  recurrence.labels = recurrence.labels[0] === 'Tips' ? ['News'] : ['Tips'];
  note(world, `${name} has the labels ${recurrence.labels}`);
  const replaced = replaceFrom(world, dates, zone);
  setClock(world, recurrence, dates);
  const body = { labels: recurrence.labels };
  const view = await succeed(world, workspace, 'recurrences.update', { params: { id: recurrence.id }, body });
  expect((view.last_change as { replaced: number }).replaced, name).toBe(replaced);
}

/** Change the clock of this date and the following ones, exclude one, pause, label or delete the recurrence. */
export async function changeRecurrence(world: World, workspace: Workspace): Promise<void> {
  const { random } = world;
  const open = workspace.recurrences.filter(({ isDeleted, dates, zone }) => {
    const last = dates.at(-1)!;
    return !isDeleted && momentOf(`${last.date}T${last.time}`, zone).atMs > Date.now() + 2 * DAY;
  });
  if (open.length === 0) return recur(world, workspace);
  const recurrence = random.pick(open);
  const { name, zone, dates } = recurrence;
  const params = { id: recurrence.id };
  const tomorrow = clockAt(Date.now() + DAY, zone).slice(0, 10);
  const upcoming = dates.filter(({ date }) => date >= tomorrow);
  const how = random.pick(['clock', 'clock', 'excluded', 'paused', 'labels', 'labels', 'deleted'] as const);
  if (how === 'paused' || recurrence.pausedMs !== null) return pauseOrResume(world, recurrence);
  if (how === 'labels') return label(world, recurrence);
  if (how === 'deleted') {
    note(world, `${name} is deleted`);
    recurrence.isDeleted = true;
    endAll(world, recurrence);
    const { status, text, isRepeated } = await send(world, workspace, 'recurrences.delete', { params });
    return expect(status === 200 || (isRepeated && status === 404), text).toBe(true);
  }
  // A change begins at the latest on the first date without an item.
  const missing = upcoming.findIndex(({ item, isExcluded }) => item === null && !isExcluded);
  const made = upcoming.slice(0, missing < 0 ? upcoming.length : missing).filter(({ item }) => item !== null);
  if (made.length === 0) return;
  const { date, time, item } = random.pick(made);
  // "This one": the change of the following dates leaves it as it is.
  if (random.chance(0.6) && item!.targets.every((each) => isOpen(world, each))) await edit(world, workspace, item);
  if (how === 'excluded') {
    note(world, `${name} leaves out ${date}`);
    const excluded = upcoming.filter((each) => each.date === date);
    replaceFrom(world, excluded, zone);
    for (const each of excluded) each.isExcluded = true;
    // A change without a date compares all upcoming items with the present clock.
    setClock(world, recurrence, dates);
    const excluded_dates = dates.filter(({ isExcluded }) => isExcluded).map((each) => each.date);
    return void (await succeed(world, workspace, 'recurrences.update', { params, body: { excluded_dates } }));
  }
  // With another clock, the first of these dates would be too close to the one before.
  if (recurrence.isOneContent) return;
  const next = random.pick(TIMES.filter((each) => each !== recurrence.time && dates.every((one) => one.time !== each)));
  if (!next) return;
  note(world, `${name} is at ${next} in place of ${time} from ${date} on`);
  const following = upcoming.filter((each) => each.date >= date);
  recurrence.time = next;
  const replaced = setClock(world, recurrence, following);
  const body = { time: next, from: date };
  const view = await succeed(world, workspace, 'recurrences.update', { params, body });
  expect((view.last_change as { replaced: number }).replaced, name).toBe(replaced);
}

/** Check that no date of a recurrence is missing that has come within 30 days of the end of the period. */
export function checkRecurrence(recurrence: Recurrence, { to }: Period): void {
  const { name, dates, zone, pausedMs, isDeleted } = recurrence;
  for (const { date, time, isExcluded, item } of dates) {
    const { atMs } = momentOf(`${date}T${time}`, zone);
    if (isExcluded || isDeleted || atMs - AHEAD + SWEEP > Math.min(Date.now(), to)) continue;
    if (pausedMs !== null && atMs > pausedMs) continue;
    if (!item && isCrowded(recurrence, atMs)) continue;
    expect(item, `${name} has no item for ${date}`).not.toBeNull();
  }
}

/** Return whether the release of a halt has moved a post with the same content too close to a date, which is then skipped. */
function isCrowded({ isOneContent, dates, workspace }: Recurrence, atMs: number): boolean {
  if (!isOneContent) return false;
  const moved = dates.flatMap(({ item }) => item?.targets ?? []).filter(({ movedBy }) => movedBy.length > 0);
  return moved.some((target) => Math.abs(target.atMs - atMs) < workspace.guardHours * 60 * MINUTE);
}
