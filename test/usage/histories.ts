import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import type { Delivery } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { next, pendingEntry, published, sending } from './given-posts.ts';

/** A change of an item, as the stream delivers it. */
export type Change = { entity: string; before: object | null; after: object };
/** The changes of one item, and what a person would count of it in the end: amounts, by workspace, day and platform. */
export type History = { changes: Change[]; counted: Counted[] };
export type Counted = { workspace_id: string; day: string; platform: string | null; amounts: Record<string, number> };

export type Random = (below: number) => number;

/** A repeatable sequence of numbers (mulberry32). */
export function randomOf(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below);
  };
}

const DAYS = ['2026-08-01', '2026-08-02', '2026-08-03'];

/** Make up the history of an item: a content item, a post, a file or a delivery. */
export function newHistory(workspace_id: string, number: number, random: Random): History {
  const make = [itemHistory, postHistory, postHistory, mediaHistory, deliveryHistory][random(5)]!;
  return make(workspace_id, number, random);
}

function timeOn(day: string, random: Random): string {
  return `${day}T${String(random(24)).padStart(2, '0')}:30:00.000Z`;
}

function toChanges(entity: string, images: object[]): Change[] {
  return images.map((after, index) => ({ entity, before: images[index - 1] ?? null, after }));
}

function itemHistory(workspace_id: string, number: number, random: Random): History {
  const day = DAYS[random(3)]!;
  const item = { id: `cnt_${number}`, workspace_id, created_at: timeOn(day, random), version: 0 };
  const changes = toChanges('Content', [item, { ...item, version: 1 }]);
  return { changes, counted: [{ workspace_id, day, platform: null, amounts: { items: 1 } }] };
}

function postHistory(workspace_id: string, number: number, random: Random): History {
  const day = DAYS[random(3)]!;
  const platform = random(2) ? 'twitter' : 'linkedin';
  const scheduled_at = timeOn(day, random);
  const [text, price] = random(2) ? ['https://example.com', 200_000] : ['A text', 15_000];
  const account_id = `acc_${random(3)}`;
  const pending = pendingEntry({ id: `ent_${number}`, workspace_id, platform, scheduled_at, account_id });
  const sent = sending(pending, text!);
  const of = (of: string, amounts: Record<string, number>): Counted => ({ workspace_id, day: of, platform, amounts });
  const live = { parts_published: 1, ...(platform === 'twitter' ? { platform_micro_usd: price! } : {}) };
  const history = (images: ScheduleEntry[], counted: Counted[]) => ({
    changes: toChanges('ScheduleEntry', images),
    counted,
  });
  const kind = random(5);
  if (kind === 0) return history([pending, next(pending, { state: 'cancelled' })], []);
  if (kind === 1) return history([pending, sent, next(sent, { state: 'failed' })], [of(day, { posts_failed: 1 })]);
  if (kind === 2) {
    return history([pending, sent, published(sent, scheduled_at)], [of(day, { posts_published: 1, ...live })]);
  }
  const unconfirmed = next(sent, { state: 'unconfirmed', unconfirmed_send: { sent_at: scheduled_at, checks: 0 } });
  if (kind === 3) return history([pending, sent, unconfirmed], [of(day, { posts_unconfirmed: 1 })]);
  // Found on another day.
  const foundOn = DAYS[random(3)]!;
  const found = published(unconfirmed, timeOn(foundOn, random));
  return history([pending, sent, unconfirmed, found], [of(foundOn, { posts_published: 1, ...live })]);
}

function mediaHistory(workspace_id: string, number: number, random: Random): History {
  const day = DAYS[random(3)]!;
  const storage_bytes = 1 + random(1_000);
  const asset = {
    id: `med_${number}`,
    workspace_id,
    created_at: timeOn(day, random),
    status: 'uploading',
    storage_bytes,
    version: 0,
  };
  const done = { ...asset, status: random(2) ? 'ready' : 'rejected', version: 1 };
  const isReady = done.status === 'ready';
  const counted = isReady ? [{ workspace_id, day, platform: null, amounts: { media_bytes: storage_bytes } }] : [];
  return { changes: toChanges('MediaAsset', [asset, done]), counted };
}

function deliveryHistory(workspace_id: string, number: number, random: Random): History {
  const attempts = Array.from({ length: 1 + random(3) }, (_, index) => {
    return { number: index + 1, at: timeOn(DAYS[Math.min(2, index + random(2))]!, random) };
  });
  const isDelivered = random(2) === 1;
  const images = attempts.map((_, index) => {
    const isLast = index === attempts.length - 1;
    const status = isLast && isDelivered ? 'delivered' : 'pending';
    return {
      id: `dlv_${number}`,
      workspace_id,
      status,
      attempts: attempts.slice(0, index + 1),
      version: index,
    } as Partial<Delivery>;
  });
  const counted = attempts.map(({ at, number: attempt }): Counted => {
    const isSuccess = isDelivered && attempt === attempts.length;
    const amounts = { delivery_attempts: 1, ...(isSuccess ? { deliveries: 1 } : {}) };
    return { workspace_id, day: at.slice(0, 10), platform: null, amounts };
  });
  return { changes: toChanges('Delivery', images), counted };
}

/** Return a list in another order. */
export function shuffled<T>(list: T[], random: Random): T[] {
  const rest = [...list];
  return list.map(() => rest.splice(random(rest.length), 1)[0]!);
}

/** Add up what is counted, by the keys that `keyOf` returns. Without zeros. */
export function sumBy(counted: Counted[], keyOf: (each: Counted) => string): Record<string, Record<string, number>> {
  const sums: Record<string, Record<string, number>> = {};
  for (const each of counted) {
    const sum = sums[keyOf(each)] ?? {};
    sums[keyOf(each)] = sum;
    for (const [name, amount] of Object.entries(each.amounts)) sum[name] = (sum[name] ?? 0) + amount;
  }
  return sums;
}
