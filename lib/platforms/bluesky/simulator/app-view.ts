import { fakeMetrics } from '../../kit/simulator/fake-metrics.ts';
import type { TokenAccess } from '../../kit/simulator/oauth-grants.ts';
import type { PostStore } from '../../kit/simulator/post-store.ts';
import {
  jsonObject,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { invalidRequest } from './errors.ts';
import { didOfHandle } from './identifiers.ts';

const MAX_POSTS = 25;
const MAX_NOTIFICATIONS = 100;
const FIELDS = ['account', 'reason', 'post_id', 'root_id', 'text', 'actor', 'id'];

/** Open the AppView: counts of posts, and notifications of accounts. */
export function openAppView(store: PostStore) {
  const { database } = store;
  database.exec(`CREATE TABLE IF NOT EXISTS bluesky_notifications (
    n INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT, uri TEXT UNIQUE, reason TEXT, post_id TEXT, text TEXT, actor TEXT,
    at_ms INTEGER);
    CREATE TABLE IF NOT EXISTS bluesky_reply_roots (uri TEXT PRIMARY KEY, root_id TEXT)`);
  const add = database.prepare(
    'INSERT OR IGNORE INTO bluesky_notifications (account, uri, reason, post_id, text, actor, at_ms) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  const addRoot = database.prepare('INSERT OR IGNORE INTO bluesky_reply_roots VALUES (?, ?)');
  const page = database.prepare(`SELECT * FROM bluesky_notifications LEFT JOIN bluesky_reply_roots USING (uri)
    WHERE account = ? AND n < ? ORDER BY n DESC LIMIT ?`);

  return {
    /** Respond to `app.bsky.feed.getPosts`, which needs no token. Unknown posts are left out. */
    posts({ query }: SimulatedRequest): SimulatedResponse {
      const uris = query.getAll('uris');
      if (uris.length === 0) return invalidRequest('Params must have the property "uris"');
      if (uris.length > MAX_POSTS) {
        return invalidRequest(`array too big (maximum ${MAX_POSTS}, got ${uris.length}) at $.uris`);
      }
      const posts = uris.flatMap((uri) => {
        const post = store.findPost('bluesky', uri);
        if (post === undefined) return [];
        const { likes, comments, reposts, quotes, saves } = fakeMetrics(uri, post.atMs, Date.now());
        const counts = { likeCount: likes, replyCount: comments, repostCount: reposts, quoteCount: quotes };
        return [{ uri, author: { did: post.account }, ...counts, bookmarkCount: saves }];
      });
      return { status: 200, body: { posts } };
    },
    /** Respond to `app.bsky.notification.listNotifications`, newest first. */
    notifications({ query }: SimulatedRequest, { account }: TokenAccess): SimulatedResponse {
      const limit = Number(query.get('limit') ?? 50);
      if (!(limit >= 1 && limit <= MAX_NOTIFICATIONS)) return invalidRequest('integer out of range at $.limit');
      const rows = page.all(account, Number(query.get('cursor') ?? Number.MAX_SAFE_INTEGER), limit);
      const reasons = query.getAll('reasons');
      const notifications = rows
        .filter(({ reason }) => reasons.length === 0 || reasons.includes(String(reason)))
        .map(({ uri, reason, post_id, root_id, text, actor, at_ms }) => {
          const parent = { uri: post_id, cid: 'bafyreiparent' };
          const root = { uri: root_id ?? post_id, cid: 'bafyreiroot' };
          const indexedAt = new Date(Number(at_ms)).toISOString();
          const reply = reason === 'reply' ? { reply: { root, parent } } : {};
          return {
            uri,
            cid: 'bafyreinotification',
            author: { did: didOfHandle(String(actor)), handle: actor },
            reason,
            ...(reason === 'reply' ? { reasonSubject: post_id } : {}),
            record: { $type: 'app.bsky.feed.post', text, createdAt: indexedAt, ...reply },
            isRead: false,
            indexedAt,
          };
        });
      const last = rows.length === limit ? { cursor: String(rows.at(-1)!.n) } : {};
      return { status: 200, body: { notifications, ...last } };
    },
    /**
     * Add a notification by `{account, reason, post_id, root_id, text, actor, id}`: `reason` is e.g. `reply` or
     * `mention`, and `root_id` the post that began the conversation, `post_id` by default.
     */
    notify(body: Buffer): SimulatedResponse {
      const order = jsonObject(body) ?? {};
      const unknown = unknownField(order, FIELDS);
      if (unknown !== undefined)
        return { status: 400, body: { error: `${unknown} is not one of ${FIELDS.join(', ')}` } };
      const { account, reason, post_id = '', root_id, text = 'Lovely.', actor = 'ada.test', id } = order;
      const uri = `at://${didOfHandle(String(actor))}/app.bsky.feed.post/${String(id)}`;
      const values = [account, uri, reason, post_id, text, actor].map(String);
      add.run(...values, Date.now());
      if (root_id !== undefined) addRoot.run(uri, String(root_id));
      return { status: 204 };
    },
  };
}
