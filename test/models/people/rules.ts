import { expect } from 'vitest';
import type { ScheduleEntry } from '../../../lib/content/rules/schedule-entry.ts';
import type { Platform } from '../../../lib/platforms/platform.ts';
import { currentHarness, storedRecords } from '../../functions/worker-harness.ts';
import { type Item, itemNow, liveOf, type PartView, roleOf, type TargetView, type World } from './world.ts';

/** A part of a target, or the target itself where it is one post. */
type Part = Pick<PartView, 'status' | 'platform_post_id' | 'url'> & { item: string; platform: Platform; role: string };

/** Check what must be true after every step. */
export async function checkStates(world: World): Promise<void> {
  checkNothingTwice(world);
  const parts: Part[] = [];
  for (const item of world.items.filter(({ isDeleted }) => !isDeleted)) {
    const { targets } = await itemNow(world, item);
    parts.push(...targets.flatMap((target) => partsOf(item, target)));
  }
  for (const part of parts) checkTruth(world, part);
  checkOnePostOneTarget(world, parts);
}

function partsOf({ name }: Item, target: TargetView): Part[] {
  const all = target.parts.length === 0 ? [target] : target.parts;
  return all.map(({ status, platform_post_id, url }, index) => {
    const role = roleOf(target, index);
    return { item: name, platform: target.platform, role, status, platform_post_id, url };
  });
}

/**
 * Nothing is live twice, unless a person has insisted although the response warned of it. The same text is not sent again where the platform
 * can be asked, whatever they insist on.
 */
function checkNothingTwice({ live, insisted }: World): void {
  const keys = new Set(live.map(({ item, platform, role }) => [item, platform, role].join(' ')));
  for (const key of keys) {
    const [item, platform, role] = key.split(' ') as [string, Platform, string];
    const texts = liveOf(live, item, platform, role).map(({ sent }) => sent);
    const count = canBeAsked(platform, role) ? new Set(texts).size : texts.length;
    expect(count, `nothing is live twice that no person has insisted on: ${key}`).toBeLessThanOrEqual(
      1 + (insisted.get(key) ?? 0),
    );
    if (canBeAsked(platform, role)) expect(texts.length, `a post that is live was not looked for: ${key}`).toBe(count);
  }
}

/** Whether the platform lists what it has of a part. */
const canBeAsked = (platform: Platform, role: string) => platform !== 'linkedin' || role === 'comment';

/** Every state is true or `unconfirmed`, or it is what a person has said about this very part. */
function checkTruth(world: World, part: Part): void {
  const { item, platform, role, status, platform_post_id: id, url } = part;
  const live = liveOf(world.live, item, platform, role);
  const reports = world.reports.filter(
    (each) => each.item === item && each.platform === platform && each.role === role,
  );
  const about = JSON.stringify(part);
  if (status === 'published') {
    const said = reports.filter(({ outcome }) => outcome === 'published');
    if (id === null) {
      expect(
        live.length + said.length,
        `published without a post that no person has reported: ${about}`,
      ).toBeGreaterThan(0);
    } else if (!live.some((post) => post.id === id)) {
      const named = said.map((report) => world.named.get(report.url ?? '')?.id);
      expect(named, `published with the id of another post that no person has named: ${about}`).toContain(id);
    }
    if (id === null && url !== null)
      expect(
        said.map((report) => report.url),
        about,
      ).toContain(url);
  } else if (['failed', 'pending', 'cancelled', 'not_sent'].includes(status) && live.length > 0) {
    expect(
      reports.map(({ outcome }) => outcome),
      `live, but ${status}, which no person has said: ${about}`,
    ).toContain('failed');
  }
}

/** A post belongs to one part of one target. */
function checkOnePostOneTarget(world: World, parts: Part[]): void {
  const owners = new Map<string, Part>();
  for (const part of parts.filter(({ status }) => status === 'published')) {
    const name = part.platform_post_id ?? (part.url && (world.named.get(part.url)?.id ?? part.url));
    if (!name) continue;
    const owner = owners.get(name);
    expect(owner && JSON.stringify([owner, part]), `one post has two targets: ${name}`).toBeUndefined();
    owners.set(name, part);
  }
}

interface Emitted {
  type: string;
  data: {
    id: string;
    failed_target?: Pick<TargetView, 'schedule_id' | 'status'>;
    cancellation?: { reason: string; schedule_ids: string[] };
  };
}

/** Check that everything that will not be published has an event that says so. Nothing may be due any more. */
export function checkEvents(world: World): void {
  const events = storedRecords<{ type: string; data: string }>(currentHarness(), 'Event').map(
    ({ type, data }): Emitted => ({ type, data: JSON.parse(data) }),
  );
  for (const entry of storedRecords<ScheduleEntry>(currentHarness(), 'ScheduleEntry')) {
    const isDeleted = world.items.some(({ id, isDeleted }) => id === entry.content_id && isDeleted);
    const failures = events.filter(
      ({ type, data }) => type === 'content.failed' && data.failed_target?.schedule_id === entry.id,
    );
    const isCancelled = events.some(({ data }) => data.cancellation?.schedule_ids.includes(entry.id));
    const about = `${entry.platform} ${entry.id} ${entry.state} ${entry.error?.code}`;
    if (entry.state === 'cancelled') expect(isCancelled, `no event reports the cancellation: ${about}`).toBe(true);
    else if (entry.state !== 'published') {
      const status = entry.state === 'interrupted' ? 'partially_published' : entry.state;
      const isReported = failures.some(({ data }) => isDeleted || data.failed_target!.status === status);
      expect(isReported || (isDeleted && isCancelled), `no event reports the failure: ${about}`).toBe(true);
    }
    if (entry.error?.code === 'not_approved' && entry.state === 'failed') {
      const isMissed = events.some(
        ({ type, data }) => type === 'approval.missed' && data.failed_target?.schedule_id === entry.id,
      );
      expect(isMissed, `no event reports the missing approval: ${about}`).toBe(true);
    }
  }
}
