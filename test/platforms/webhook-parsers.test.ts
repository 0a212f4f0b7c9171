import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { WEBHOOK_PARSERS } from '../../lib/platforms/adapters.ts';
import { parseInstagramWebhook as instagram } from '../../lib/platforms/instagram/adapter/webhook.ts';
import { parseLinkedInWebhook as linkedin } from '../../lib/platforms/linkedin/adapter/webhook.ts';
import { PLATFORM_TABLE, PLATFORMS } from '../../lib/platforms/platforms.ts';
import { parseTwitterWebhook as twitter } from '../../lib/platforms/twitter/adapter/webhook.ts';

it.each(PLATFORMS)('%s has a parser if and only if its definition has webhooks', (platform) => {
  expect(WEBHOOK_PARSERS[platform] !== undefined).toBe(PLATFORM_TABLE[platform].webhook !== undefined);
});

describe('a webhook of Instagram', () => {
  const value = { id: '9', from: { id: '7', username: 'ada' }, text: 'Lovely.', media: { id: '5' } };
  const comment = {
    kind: 'comment',
    post_id: '5',
    actor: 'ada',
    text: 'Lovely.',
    occurred_ms: 1_700_000_000_000,
    external_id: '9',
  };
  const read = (entry: object) => instagram([{ object: 'instagram', entry: [{ id: '1', ...entry }] }], '1');

  it('tells a comment in either of the two forms in which Meta writes it', () => {
    expect(read({ time: 1_700_000_000, changes: [{ field: 'comments', value }] })).toEqual([comment]);
    expect(read({ time: 1_700_000_000_000, field: 'comments', value })).toEqual([comment]);
  });

  it('does not tell what the account writes itself', () => {
    expect(read({ field: 'comments', value: { ...value, from: { id: '1' } } })).toEqual([]);
    const entry = [{ id: 'page', field: 'comments', value: { ...value, from: { id: '1' } } }];
    expect(instagram({ entry }, '1')).toEqual([]);
    const ofAnother = [{ id: 'page', field: 'comments', value: { ...value, from: { id: 'page' } } }];
    expect(instagram({ entry: ofAnother }, '1')).toEqual([]);
  });

  it('tells a mention apart from the comment it is in, and none of another account of the app', () => {
    const change = { field: 'mentions', value: { media_id: '5', comment_id: '9' } };
    expect(read(change)).toMatchObject([{ kind: 'mention', post_id: '5', external_id: 'mention:9' }]);
    expect(instagram({ entry: [{ id: '2', ...change }] }, '1')).toEqual([]);
  });
});

describe('a webhook of X', () => {
  const reply = {
    id_str: '9',
    text: 'Short',
    user: { id_str: '7', screen_name: 'ada' },
    in_reply_to_status_id_str: '5',
    created_at: 'Wed Oct 10 20:19:24 +0000 2018',
  };
  const read = (tweet: object, forUser = '1') => twitter({ for_user_id: forUser, tweet_create_events: [tweet] }, '1');
  const mentioning = { user_mentions: [{ id_str: '1' }] };

  it('tells a reply as a comment at the post it replies to', () => {
    expect(read(reply)).toEqual([
      {
        kind: 'comment',
        post_id: '5',
        actor: 'ada',
        text: 'Short',
        occurred_ms: Date.UTC(2018, 9, 10, 20, 19, 24),
        external_id: '9',
      },
    ]);
  });

  it('returns a reply that mentions the account as a comment, then as a mention, with the same id', () => {
    const engagements = read({ ...reply, entities: mentioning });
    expect(engagements.map(({ kind, post_id, external_id }) => [kind, post_id, external_id])).toEqual([
      ['comment', '5', '9'],
      ['mention', '9', '9'],
    ]);
  });

  it('has the whole text of a long post, and the mentions in it', () => {
    const extended_tweet = { full_text: 'Long', entities: mentioning };
    const { in_reply_to_status_id_str: _, ...post } = reply;
    expect(read({ ...post, extended_tweet })).toMatchObject([{ kind: 'mention', text: 'Long' }]);
  });

  it.each([
    ['of its own', { user: { id_str: '1', screen_name: 'us' } }],
    ['that is a repost', { retweeted_status: { id_str: '5' } }],
  ])('does not tell a post %s', (_, other) => {
    expect(read({ ...reply, entities: mentioning, ...other })).toEqual([]);
  });

  it('does not tell what is for another user of the app, nor likes', () => {
    expect(read(reply, '2')).toEqual([]);
    expect(twitter({ for_user_id: '1', favorite_events: [{ id: 'f' }] }, '1')).toEqual([]);
  });
});

describe('a webhook of LinkedIn', () => {
  const notification = {
    organizationalEntity: 'urn:li:organization:1',
    action: 'COMMENT',
    sourcePost: 'urn:li:share:5',
    generatedActivity: 'urn:li:comment:(urn:li:activity:6,9)',
    decoratedGeneratedActivity: { comment: { owner: 'urn:li:person:ada', text: 'Lovely.' } },
    lastModifiedAt: 1_700_000_000_000,
  };
  const read = (other: object = {}) =>
    linkedin({ notifications: [{ ...notification, ...other }] }, 'urn:li:organization:1');

  it('tells a comment', () => {
    expect(read()).toEqual([
      {
        kind: 'comment',
        post_id: 'urn:li:share:5',
        actor: 'urn:li:person:ada',
        text: 'Lovely.',
        occurred_ms: 1_700_000_000_000,
        external_id: 'urn:li:comment:(urn:li:activity:6,9)',
      },
    ]);
  });

  it('tells a post that mentions the organization', () => {
    const other = { action: 'SHARE_MENTION', generatedActivity: null, decoratedGeneratedActivity: null };
    expect(read(other)).toMatchObject([{ kind: 'mention', external_id: 'urn:li:share:5', text: null }]);
  });

  it.each([
    ['a like', { action: 'LIKE' }],
    ['what an administrator writes', { action: 'ADMIN_COMMENT' }],
    ['a comment that was changed', { action: 'COMMENT_EDIT' }],
    ['what the organization writes', { decoratedGeneratedActivity: { comment: { owner: 'urn:li:organization:1' } } }],
    ['what is of another organization', { organizationalEntity: 'urn:li:organization:2' }],
    ['a comment without an id', { generatedActivity: null }],
  ])('does not tell %s', (_, other) => {
    expect(read(other)).toEqual([]);
  });
});

describe('whatever a platform sends', () => {
  it.each(PLATFORMS)('is read on %s without an error', (name) => {
    const known = fc.constantFrom('entry', 'changes', 'value', 'field', 'id', 'comments', 'notifications');
    const names = fc.oneof(known, fc.constantFrom('for_user_id', 'tweet_create_events', '__proto__'));
    const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
      tree: fc.oneof(
        { depthSize: 'small' },
        fc.jsonValue(),
        names,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(names, tie('tree'), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(tree, (value) => Array.isArray(WEBHOOK_PARSERS[name]?.(value, 'entry') ?? [])),
      { numRuns: 500 },
    );
  });
});
