import { expect } from 'vitest';
import { blueskyPublisher as publisher } from '../../../lib/platforms/bluesky/adapter/publish.ts';
import type { Access } from '../../../lib/platforms/kit/publisher.ts';
import { untilWithin } from '../../e2e/http-client.ts';
import { type CaseOptions, defineCases } from '../conformance/platform-server.ts';

/** A record by its id and the id of its content. */
export interface RecordReference {
  uri: string;
  cid: string;
}

/** A server with an account, and the reader `bob.test` who reacts to its posts. */
export interface NotifyingServer extends AsyncDisposable {
  access: Access;
  /** The account publishes a post, or a reply in a conversation. */
  post(text: string, reply?: ReplyTo): Promise<RecordReference>;
  reply(to: ReplyTo, text: string): Promise<RecordReference>;
  /** The text begins with the handle of the account. */
  mention(text: string): Promise<RecordReference>;
  like(post: RecordReference): Promise<void>;
}

export type ReplyTo = { root: RecordReference; parent: RecordReference };

/** A real AppView indexes a record within two seconds of its creation. */
const INDEX_DEADLINE_MS = 30_000;

/** Define the cases of notifications: what a person writes to an account. */
export function describeNotifications(start: () => Promise<NotifyingServer>, options: CaseOptions = {}): void {
  const define = defineCases(options);
  const read = (server: NotifyingServer, sinceMs: number, count: number) =>
    untilWithin(`${count} notifications`, INDEX_DEADLINE_MS, async () => {
      const { engagements, isComplete } = await publisher.engagements!(sinceMs, ...server.access);
      expect(isComplete).toBe(true);
      return engagements.length >= count && engagements;
    });
  const sent = { actor: 'bob.test', occurred_ms: expect.any(Number) };

  define('reads a reply as a comment on its post, and ignores a like', async () => {
    await using server = await start();
    const sinceMs = Date.now();
    const post = await server.post('Question');
    await server.like(post);
    const { uri } = await server.reply({ root: post, parent: post }, 'I agree');
    expect(await read(server, sinceMs, 1)).toEqual([
      { ...sent, kind: 'comment', post_id: post.uri, external_id: uri, text: 'I agree' },
    ]);
  });

  define('reads a reply in a conversation as a comment on the post of the account that began it', async () => {
    await using server = await start();
    const sinceMs = Date.now();
    const root = await server.post('Question');
    const answer = await server.reply({ root, parent: root }, 'Answer');
    const parent = await server.post('Thanks', { root, parent: answer });
    const { uri } = await server.reply({ root, parent }, 'Welcome');
    const [latest, first, ...more] = await read(server, sinceMs, 2);
    expect(latest).toEqual({ ...sent, kind: 'comment', post_id: root.uri, external_id: uri, text: 'Welcome' });
    expect(first).toMatchObject({ kind: 'comment', post_id: root.uri, external_id: answer.uri });
    expect(more).toEqual([]);
  });

  define('reads a mention with its own id as that of the post', async () => {
    await using server = await start();
    const sinceMs = Date.now();
    const { uri } = await server.mention('@ada.test hello');
    expect(await read(server, sinceMs, 1)).toEqual([
      { ...sent, kind: 'mention', post_id: uri, external_id: uri, text: '@ada.test hello' },
    ]);
  });

  define('reads nothing from before the given time', async () => {
    await using server = await start();
    const sinceMs = Date.now();
    await server.mention('@ada.test earlier');
    const [earlier] = await read(server, sinceMs, 1);
    const later = await publisher.engagements!(Number(earlier!.occurred_ms) + 1, ...server.access);
    expect(later.engagements).toEqual([]);
  });
}
