import { isDeepStrictEqual } from 'node:util';
import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadPartition } from '../../core/table/read.ts';
import { keyOf, partition, toItem } from '../../core/table/schema.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import { openSendsEntity } from '../entities/posts.ts';
import type { ScheduleEntry, Send } from '../rules/schedule-entry.ts';
import { OPEN_SEND_DAYS, type OpenSends, openSendsOf } from '../rules/sends/post-identification.ts';

/** Return the key of all sends of a text from an account, in base64url: entries store it. `text` is as the platform shows it. */
export function sendKey(platform: Platform, externalId: string, text: string): string {
  return Buffer.from(sha256(JSON.stringify([platform, externalId, text])), 'hex').toString('base64url');
}

/** Build the writes that follow the open sends of an entry: other targets with the same text see them. */
export function openSendsWrites(before: ScheduleEntry, after: ScheduleEntry): Write[] {
  const [old, now] = [byKey(openSendsOf(before)), byKey(openSendsOf(after))];
  const { workspace_id, content_id } = after;
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((key): Write[] => {
    const sends = now.get(key);
    if (sends === undefined) return [{ delete: keyOf(openSendsEntity, { key, content_id }), condition: 'any' }];
    if (isDeepStrictEqual(sends, old.get(key))) return [];
    const record: OpenSends = { key, workspace_id, content_id, sends };
    const expiresAtMs = Math.max(...sends.map(({ sent_at }) => Date.parse(sent_at))) + OPEN_SEND_DAYS * DAY_MS;
    return [{ put: toItem(openSendsEntity, record, {}, expiresAtMs), condition: 'any' }];
  });
}

/** Load the open sends with this key of all targets but those of one item. */
export async function loadOpenSendsOfOthers(key: string, contentId: string): Promise<Send[]> {
  const found = await loadPartition<OpenSends>(partition(openSendsEntity, 'pk', { key }));
  return found.filter(({ content_id }) => content_id !== contentId).flatMap(({ sends }) => sends);
}

function byKey(sends: Send[]): Map<string, Send[]> {
  return Map.groupBy(sends, ({ key }) => key);
}
