import type { Content, ContentState } from '../../domain/content.ts';
import { newContent } from '../../domain/content-editing.ts';
import { newEndpoint } from '../../domain/endpoint.ts';
import { type IdKind, makeId } from '../../domain/id.ts';
import type { Media, Platform } from '../../domain/platform.ts';
import { schedule } from '../../domain/scheduling.ts';
import { newWorkspace } from '../../domain/workspace.ts';
import { secretHash } from '../../http/secret.ts';
import type { Write } from '../../table/commit.ts';
import { contentWrites } from '../../table/content.ts';
import { keyWrite, tokenWrite } from '../../table/credential.ts';
import { newEndpointWrites } from '../../table/endpoint.ts';
import { itemOf } from '../../table/keys.ts';
import { memberWrites, workspaceWrite } from '../../table/workspace.ts';
import { endedPost } from '../ended-post.ts';
import { type Seal, simulatorAccountWrites } from '../simulator-accounts.ts';

/** The secret of every example key. It opens nothing but a table that lives for seconds. */
export const EXAMPLE_SECRET = 'example-client-secret';

/** An item as people write them: 49 bytes of title, 251 bytes of text. */
export const EXAMPLE_POST = {
  title: 'Autumn collection: first look at the new jackets',
  description:
    'Our autumn collection arrives on Thursday. Twelve jackets, made of wool from the valley behind our ' +
    'workshop, each one numbered. Come by from nine, or order from noon on our page. The first fifty get a ' +
    'scarf. #autumn #wool #handmade #jackets',
};

export const EXAMPLE_PICTURE: Media = { url: 'https://images.example.com/autumn.jpg', type: 'image' };

/** A workspace of its own for one count, so that nothing is remembered of another. */
export interface Tenant {
  token: string;
  clientId: string;
  workspaceId: string;
  /** Ids of drafts and of items scheduled for tomorrow with their entries, on X. */
  drafts: string[];
  scheduled: { contentId: string; entryId: string }[];
  endpointId: string;
  /** Its account on X. */
  accountId: string;
}

/** What a tenant has to have beside what every workspace has. */
export interface Needs {
  drafts?: number;
  /** Drafts are items whose post on X has ended so. */
  ended?: 'failed' | 'unconfirmed';
  scheduled?: number;
  /** Where its endpoint is, if it has one. */
  receiver?: string;
  platform?: Platform;
}

const DAY_MS = 86_400_000;

/** The items of the tenant `number`, all ids following from it, and what a count needs to know of them. */
export function newTenant(
  number: number,
  nowMs: number,
  needs: Needs,
  seal: Seal,
): { tenant: Tenant; writes: Write[] } {
  let made = 0;
  const id = (kind: IdKind) => makeId(kind, nowMs - DAY_MS, entropyOf(number, made++));
  const workspaceId = id('workspace');
  const userId = id('user');
  const { workspace, owner, key } = newWorkspace(
    { name: 'Example', plan: 'enterprise', email: 'owner@example.com', ownerName: 'Example Owner' },
    {
      workspaceId,
      userId,
      clientId: id('key'),
      cursorSecret: 'example-cursor-secret-of-32-byte',
      clientSecretHash: secretHash(EXAMPLE_SECRET),
    },
    nowMs,
  );
  const platforms: Platform[] = [needs.platform ?? 'twitter'];
  const draft = () =>
    newContent({ ...EXAMPLE_POST, platforms }, { id: id('content'), workspaceId, userId }, nowMs - DAY_MS);
  const drafts = Array.from({ length: needs.drafts ?? 0 }, (): ContentState => {
    const state = { content: draft(), entries: [] };
    if (!needs.ended) return state;
    const ids = { groupId: id('group'), entryIds: [id('entry')] };
    const due = schedule(state.content, platforms, new Date(nowMs).toISOString(), ids, nowMs);
    return endedPost(due, id('attempt'), needs.ended, nowMs);
  });
  const accounts = simulatorAccountWrites(workspaceId, seal, nowMs, id);
  const scheduled = Array.from({ length: needs.scheduled ?? 0 }, () =>
    scheduledTomorrow(draft(), id('group'), id('entry'), nowMs),
  );
  const endpoint = newEndpoint({
    id: id('endpoint'),
    workspaceId,
    url: needs.receiver ?? 'https://receiver.example.com/hooks',
    events: ['*'],
    secret: 'whsec_c2FtcGxlLXdlYmhvb2stc2VjcmV0LW9mLTMyLWJ5dGU=',
    createdAt: owner.created_at,
  });
  const token = `example-token-${number}`;
  return {
    tenant: {
      token,
      clientId: key.client_id,
      workspaceId,
      drafts: drafts.map(({ content }) => content.id),
      scheduled: scheduled.map(({ content, entries }) => ({
        contentId: content.id,
        entryId: entries[0]!.id,
      })),
      endpointId: endpoint.id,
      accountId: String(accounts.flatMap((write) => ('put' in write ? [write.put] : []))[0]?.id),
    },
    writes: [
      workspaceWrite(workspace),
      keyWrite(key),
      tokenWrite({
        hash: secretHash(token),
        client_id: key.client_id,
        user_id: key.user_id,
        workspace_id: workspaceId,
        permissions: key.permissions,
        expires_at_ms: nowMs + 3_600_000,
      }),
      ...memberWrites(owner),
      ...accounts,
      ...counters(workspaceId),
      ...drafts.flatMap((state) => contentWrites(null, state)),
      ...scheduled.flatMap((state) => contentWrites(null, state)),
      ...(needs.receiver ? newEndpointWrites(endpoint, 20) : []),
    ],
  };
}

function scheduledTomorrow(content: Content, groupId: string, entryId: string, nowMs: number) {
  const time = new Date(nowMs + DAY_MS).toISOString();
  return schedule(content, content.platforms, time, { groupId, entryIds: [entryId] }, nowMs);
}

/** The counters of a workspace that has been at it for a while: every shard there, with a dozen names each. */
function counters(workspaceId: string): Write[] {
  const names = ['instagram', 'linkedin', 'twitter'].flatMap((platform) => [
    ...['draft', 'scheduled', 'published'].map((status) => `content|${status}|${platform}`),
    ...['pending', 'published'].map((status) => `entry|${status}|${platform}`),
  ]);
  const numbers = Object.fromEntries(names.map((name) => [name, 42]));
  return Array.from({ length: 16 }, (_, shard) => {
    const record = { workspace_id: workspaceId, shard: String(shard).padStart(2, '0') };
    const { pk, sk, entity, schema } = itemOf('Counter', record);
    return { put: { pk, sk, entity, schema, ...numbers }, expect: 'any' as const };
  });
}

/** Ten bytes that are another for every pair of numbers, and the same in every run. */
function entropyOf(number: number, made: number): Uint8Array {
  const bytes = new Uint8Array(10);
  new DataView(bytes.buffer).setUint32(0, number);
  new DataView(bytes.buffer).setUint32(4, made);
  return bytes;
}
