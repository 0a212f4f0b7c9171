import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Engagement } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { publishedPostWrite } from '../../lib/analytics/store/published-posts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { fromItem, type Item } from '../../lib/core/table/schema.ts';
import { advanceTime, callApi, type Json, storedItems } from '../functions/api-harness.ts';
import {
  APP_SECRET,
  commentOn,
  inboundAccount,
  receive,
  VERIFICATION_QUERY,
  VERIFY_TOKEN,
  WEBHOOK_ACCOUNTS,
  WEBHOOK_POSTS,
  webhook,
} from '../functions/platform-webhooks.ts';
import { publishContent, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, storedRecords } from '../functions/worker-harness.ts';
import { DETAILED_PLATFORMS as PLATFORMS, type DetailedPlatform as Platform } from '../platforms/fixtures.ts';

const harness = setupWorkers();

simulatePlatforms();

const engagements = () => storedRecords<Engagement>(harness, 'Engagement');

const emitted = (type: string) =>
  storedRecords<{ type: string; data: string }>(harness, 'Event')
    .filter((event) => event.type === type)
    .map(({ data }) => JSON.parse(data) as Json);

const mac = (text: string, secret = APP_SECRET) => createHmac('sha256', secret).update(text);
const COUNTED = { accepted: 0, duplicate: 0, ignored: 0, queued: 0 };

describe('inbound.receive', () => {
  describe('200', () => {
    it.each(PLATFORMS)('a comment on a published post on %s is stored, with its item and its text', async (name) => {
      const tenant = await newTenant();
      const answer = await receive(await inboundAccount(tenant, name), commentOn(name));
      expect([answer.status, answer.json]).toEqual([200, { ...COUNTED, accepted: 1 }]);
      expect(engagements()).toMatchObject([
        {
          workspace_id: tenant.workspace.id,
          content_id: 'cnt_1',
          platform: name,
          platform_post_id: WEBHOOK_POSTS[name],
          kind: 'comment',
          actor: expect.stringContaining('ada'),
          text: 'Lovely. #wool',
          counts_in_totals: false,
        },
      ]);
    });

    it.each(PLATFORMS)('the same webhook of %s again is a duplicate, and changes nothing', async (name) => {
      const to = await inboundAccount(await newTenant(), name);
      await receive(to, commentOn(name));
      const before = storedItems(harness.table);
      advanceTime(3_600_000);
      expect((await receive(to, commentOn(name))).json).toEqual({ ...COUNTED, duplicate: 1 });
      expect(storedItems(harness.table)).toEqual(before);
    });

    it('is a comment.created for the workspace, and is in no sum: the collector polls the totals', async () => {
      const to = await inboundAccount(await newTenant(), 'instagram');
      await receive(to, commentOn('instagram'));
      await processAllChanges(harness);
      expect(emitted('comment.created')).toMatchObject([
        { content_id: 'cnt_1', platform: 'instagram', actor: 'ada', text: 'Lovely. #wool' },
      ]);
      expect(storedRecords(harness, 'Bucket')).toEqual([]);
      expect(storedRecords(harness, 'EngagementWindow')).toEqual([]);
      expect(engagements()).toMatchObject([{ is_aggregated: true }]);
    });

    it('a mention elsewhere is a mention.detected without an item', async () => {
      const to = await inboundAccount(await newTenant(), 'twitter');
      const user = { id_str: '99', screen_name: 'ada' };
      const entities = { user_mentions: [{ id_str: WEBHOOK_ACCOUNTS.twitter }] };
      const tweet = { id_str: '77', text: 'See @us. #wool', user, entities };
      const payload = { for_user_id: WEBHOOK_ACCOUNTS.twitter, tweet_create_events: [tweet] };
      expect((await receive(to, payload)).json).toEqual({ ...COUNTED, accepted: 1 });
      await processAllChanges(harness);
      expect(emitted('mention.detected')).toMatchObject([
        { content_id: null, platform_post_id: '77', actor: 'ada', text: 'See @us. #wool' },
      ]);
      // Without an item there are no terms to count.
      expect(storedRecords(harness, 'TermBucket')).toEqual([]);
    });

    it.each(PLATFORMS)('a comment on %s on an unknown post is ignored', async (name) => {
      const to = await inboundAccount(await newTenant(), name);
      expect((await receive(to, commentOn(name, { post: '1' }))).json).toEqual({ ...COUNTED, ignored: 1 });
      expect(engagements()).toEqual([]);
    });

    describe('a comment that arrives before its post is indexed', () => {
      /** A post that the tenant has published, and that the stream handler has not indexed yet. */
      async function unknownPost(platform: Platform) {
        const tenant = await newTenant();
        const to = await inboundAccount(tenant, platform);
        const entry = await publishContent(tenant, platform);
        return { to, entry, post: entry.platform_post_id! };
      }

      it.each(PLATFORMS)('waits on %s, and emits its event once the post is indexed', async (name) => {
        const { to, entry, post } = await unknownPost(name);
        const answer = await receive(to, commentOn(name, { post }));
        expect([answer.json, engagements()]).toEqual([{ ...COUNTED, ignored: 1 }, []]);
        advanceTime(90_000);
        await processAllChanges(harness);
        expect(engagements()).toMatchObject([
          {
            content_id: entry.content_id,
            platform_post_id: post,
            text: 'Lovely. #wool',
            counts_in_totals: false,
          },
        ]);
        const [{ occurred_at, received_at }] = engagements() as [Engagement];
        expect(Date.parse(received_at) - Date.parse(occurred_at)).toBeGreaterThanOrEqual(90_000);
        expect(emitted('comment.created')).toMatchObject([{ content_id: entry.content_id, text: 'Lovely. #wool' }]);
      });

      it('emits one event, though the platform sends it again before and after', async () => {
        const { to, post } = await unknownPost('instagram');
        await receive(to, commentOn('instagram', { post }));
        await receive(to, commentOn('instagram', { post }));
        await processAllChanges(harness);
        expect((await receive(to, commentOn('instagram', { post }))).json).toEqual({
          ...COUNTED,
          duplicate: 1,
        });
        await processAllChanges(harness);
        expect(emitted('comment.created')).toHaveLength(1);
      });

      it('is stored immediately when the post is indexed at the same moment', async () => {
        const tenant = await newTenant();
        const to = await inboundAccount(tenant, 'instagram');
        const post = { platform: 'instagram' as const, platform_post_id: '556' };
        const known = { workspace_id: tenant.workspace.id, content_id: 'cnt_3', account_id: null, ...post };
        const becoming: Promise<void>[] = [];
        harness.table.fault = (command) => {
          if (command !== 'PutCommand') return null;
          harness.table.fault = null;
          becoming.push(commit([publishedPostWrite(known)]));
          return null;
        };
        const answer = await receive(to, commentOn('instagram', { post: '556' }));
        await Promise.all(becoming);
        expect(answer.json).toEqual({ ...COUNTED, accepted: 1 });
        expect(engagements()).toMatchObject([{ content_id: 'cnt_3' }]);
      });

      it('is sent again by its platform when it could not be stored to wait', async () => {
        const { to, post } = await unknownPost('instagram');
        harness.table.fault = (command) =>
          command === 'PutCommand' ? Object.assign(new Error('slow'), { name: 'ThrottlingException' }) : null;
        expect((await receive(to, commentOn('instagram', { post }))).status).toBe(503);
        harness.table.fault = null;
      });

      it('is the only element that waits: neither an old one nor another kind does', async () => {
        const to = await inboundAccount(await newTenant(), 'linkedin');
        const comment = commentOn('linkedin', { post: '1' }) as { notifications: Json[] };
        const [notification] = comment.notifications;
        const notifications = [
          { ...notification, lastModifiedAt: 1 },
          { ...notification, action: 'SHARE_MENTION', generatedActivity: 'urn:li:share:9' },
        ];
        await receive(to, { notifications });
        expect(storedRecords(harness, 'OrphanComment')).toEqual([]);
      });

      it('expires a day later', async () => {
        const { to, post } = await unknownPost('instagram');
        await receive(to, commentOn('instagram', { post }));
        const [early] = harness.table.items().filter(({ entity }) => entity === 'OrphanComment');
        expect(Number(early!.expires_at_seconds) * 1000 - Date.now()).toBe(86_400_000);
      });
    });

    it("a comment on another workspace's post is ignored", async () => {
      const { workspace } = await newTenant();
      const post = { platform: 'instagram' as const, platform_post_id: '555' };
      await commit([
        publishedPostWrite({ workspace_id: workspace.id, content_id: 'cnt_2', account_id: null, ...post }),
      ]);
      const to = await inboundAccount(await newTenant(), 'instagram');
      const answer = await receive(to, commentOn('instagram', { post: '555' }));
      expect(answer.json).toEqual({ ...COUNTED, ignored: 1 });
      expect(engagements()).toEqual([]);
    });

    it.each([
      ['an unknown event type', { object: 'instagram', entry: [{ id: '1', changes: [{ field: 'x' }] }] }],
      ['live comments', { entry: [{ id: '1', changes: [{ field: 'live_comments', value: { id: '1' } }] }] }],
      ['an empty object', {}],
      ['a list', []],
      ['null', null],
      ['a number', 1],
      ['values of other types', { entry: [{ id: 1, changes: 'x' }, null, 'x', { id: '1', changes: [null] }] }],
      ['a field called __proto__', JSON.parse('{"entry":[{"id":"1","field":"__proto__","value":{}}]}')],
    ])('%s is accepted and ignored: platforms stop sending to endpoints that return errors', async (_, payload) => {
      const to = await inboundAccount(await newTenant(), 'instagram');
      const before = storedItems(harness.table);
      const answer = await receive(to, payload);
      expect([answer.status, answer.json]).toEqual([200, COUNTED]);
      expect(storedItems(harness.table)).toEqual(before);
    });

    it('accepts the bytes as signed: escapes, base64 of the gateway, and any content type', async () => {
      const to = await inboundAccount(await newTenant(), 'instagram');
      const text = JSON.stringify(commentOn('instagram', { text: 'Ünï 🎈' })).replaceAll(
        /[\u0080-\uffff]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
      );
      const { text: _, headers, ...asked } = webhook(to, text);
      const typed = { ...headers, 'content-type': 'application/octet-stream' };
      const answer = await callApi('inbound.receive', { ...asked, headers: typed, bytes: Buffer.from(text) });
      expect(answer.json).toMatchObject({ accepted: 1 });
      expect(engagements()[0]!.text).toBe('Ünï 🎈');
    });

    it('ignores what X signs for any caller: a signed crc_token is not a webhook', async () => {
      const params = await inboundAccount(await newTenant(), 'twitter');
      const { json } = await callApi('inbound.verify', { params, query: { crc_token: '1234' } });
      const headers = { 'x-twitter-webhooks-signature': String(json.response_token) };
      const { status, json: answer } = await callApi('inbound.receive', { params, text: '1234', headers });
      expect([status, answer]).toEqual([200, COUNTED]);
      expect(engagements()).toEqual([]);
    });

    it('omits what is not text from a text, and stores the rest', async () => {
      const to = await inboundAccount(await newTenant(), 'instagram');
      await receive(to, commentOn('instagram', { text: 'a\u0000b\ud800c\ufffd' }));
      expect(engagements()[0]!.text).toBe('abc\ufffd');
    });
  });

  describe('400', () => {
    it.each(['{"entry":', '', 'nonsense'])('for a signed body that is not JSON: %j', async (text) => {
      const to = await inboundAccount(await newTenant(), 'instagram');
      const answer = await callApi('inbound.receive', webhook(to, text));
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_json']);
    });
  });

  describe('401', () => {
    const text = JSON.stringify(commentOn('instagram'));
    const right = mac(text).digest('hex');
    it.each([
      ['missing', {}],
      ['empty', { 'x-hub-signature-256': '' }],
      ['in upper case', { 'x-hub-signature-256': `sha256=${right.toUpperCase()}` }],
      ['without its prefix', { 'x-hub-signature-256': right }],
      ['of SHA-1 only', { 'x-hub-signature': `sha1=${createHmac('sha1', APP_SECRET).update(text).digest('hex')}` }],
      ['too short', { 'x-hub-signature-256': `sha256=${right.slice(1)}` }],
      ['too long', { 'x-hub-signature-256': `sha256=${right}0` }],
      ['repeated', { 'x-hub-signature-256': `sha256=${right},sha256=${right}` }],
      ['in base64', { 'x-hub-signature-256': `sha256=${mac(text).digest('base64')}` }],
      ['of another secret', { 'x-hub-signature-256': `sha256=${mac(text, 'another').digest('hex')}` }],
      ['of another body', { 'x-hub-signature-256': `sha256=${mac(`${text} `).digest('hex')}` }],
      ['no ASCII', { 'x-hub-signature-256': `sha256=${'ü'.repeat(64)}` }],
    ] as [string, Record<string, string>][])('for a signature that is %s; nothing is stored', async (_, headers) => {
      const params = await inboundAccount(await newTenant(), 'instagram');
      const before = storedItems(harness.table);
      const answer = await callApi('inbound.receive', { params, text, headers });
      expect([answer.status, answer.json.code]).toEqual([401, 'invalid_signature']);
      expect(storedItems(harness.table)).toEqual(before);
      expect(answer.text).not.toContain(right);
    });

    it.each(PLATFORMS)('for a webhook of %s with a byte changed in transit', async (name) => {
      const to = await inboundAccount(await newTenant(), name);
      const signed = webhook(to, JSON.stringify(commentOn(name)));
      const changed = { ...signed, text: signed.text!.replace('Lovely', 'lovely') };
      expect((await callApi('inbound.receive', changed)).status).toBe(401);
      expect(engagements()).toEqual([]);
    });

    it('before the body is parsed: an unsigned one that is not JSON is 401 too', async () => {
      const to = await inboundAccount(await newTenant(), 'instagram');
      expect((await callApi('inbound.receive', webhook(to, '{"a":', 'wrong'))).status).toBe(401);
    });
  });

  it('413 for a body over 256 KiB, signed or not', async () => {
    const to = await inboundAccount(await newTenant(), 'instagram');
    expect((await receive(to, { pad: 'x'.repeat(256 * 1024) })).status).toBe(413);
  });

  it('503 when the table fails during processing, and the same webhook again stores the rest', async () => {
    const to = await inboundAccount(await newTenant(), 'instagram');
    const payload = commentOn('instagram');
    harness.table.fault = (command) =>
      command === 'PutCommand' ? Object.assign(new Error('slow'), { name: 'ThrottlingException' }) : null;
    expect((await receive(to, payload)).status).toBe(503);
    harness.table.fault = null;
    expect((await receive(to, payload)).json).toEqual({ ...COUNTED, accepted: 1 });
  });
});

describe('the secrets of webhooks', () => {
  it('are in no response, item or log', async () => {
    const tenant = await newTenant();
    const to = await inboundAccount(tenant, 'instagram');
    const seen = [
      (await callApi('accounts.get', { token: tenant.token, params: { id: to.account } })).text,
      (await callApi('accounts.list', { token: tenant.token })).text,
      (await receive(to, commentOn('instagram'))).text,
      (await callApi('inbound.receive', webhook(to, '{', 'wrong'))).text,
      (await callApi('inbound.verify', { params: to, query: VERIFICATION_QUERY.instagram })).text,
      JSON.stringify(harness.table.items()),
      harness.logged(),
    ].join('\n');
    for (const secret of [APP_SECRET, VERIFY_TOKEN]) expect(seen).not.toContain(secret);
  });

  it('are bound to their account: those of another one do not decrypt', async () => {
    const to = await inboundAccount(await newTenant(), 'twitter');
    const other = await inboundAccount(await newTenant(), 'twitter');
    const items = harness.table.items().filter(({ entity }) => entity === 'InboundAccount');
    const encryptedSecretsOf = (id: string) =>
      fromItem<Json>(items.find((item: Item) => item.account_id === id)!).encrypted_secrets;
    const mine = items.find(({ account_id }) => account_id === to.account)!;
    const { PutCommand } = await import('@aws-sdk/lib-dynamodb');
    const { table, tableName } = await import('../../lib/core/table/client.ts');
    const Item = { ...mine, encrypted_secrets: encryptedSecretsOf(other.account) };
    await table.send(new PutCommand({ TableName: tableName(), Item }));
    expect((await receive(to, {})).status).toBe(500);
  });
});
