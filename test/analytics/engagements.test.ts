import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ENGAGEMENT_KINDS } from '../../lib/analytics/rules/engagement-ingestion.ts';
import { publishedPostWrite } from '../../lib/analytics/store/published-posts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { stage } from '../../lib/stack/stages.ts';
import { advanceTime, callApi, inSeconds, type Json, storedItems } from '../functions/api-harness.ts';
import { engagements, ingest, resultsOf, statusesOf, withItem } from '../functions/given/engagements.ts';
import { PUBLISHED, publishTo } from '../functions/publish-step.ts';
import { engagementWith, newContent } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';
import { processAllChanges, sdkError, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();
const DAY = 86_400;
const POST_ID = '1445880548472328192';

/** A tenant with a post published on X. */
async function withPost() {
  const tenant = await newTenant();
  const { id } = await newContent(tenant, { platforms: ['twitter'], scheduled_at: inSeconds(0) });
  await publishTo(tenant, id, 'twitter', PUBLISHED);
  await processAllChanges(harness);
  return { tenant, id };
}

describe('POST /engagements', () => {
  describe('200', () => {
    it.each(ENGAGEMENT_KINDS)('a %s is accepted and stored', async (kind) => {
      const { tenant, id } = await withItem();
      const answer = await ingest(tenant, [engagementWith(id, { kind, external_id: 'x-1' })]);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.json).toEqual({ results: [{ external_id: 'x-1', status: 'accepted' }] });
      expect(engagements()).toMatchObject([{ content_id: id, kind, count: 1, external_id: 'x-1' }]);
    });

    it('is stored for the days of the stage with a name or a text, and 400 days without, also once aggregated', async () => {
      process.env.SETTINGS = JSON.stringify(stage('local', 3000, { commenterTextRetentionDays: 34 }));
      const { tenant, id } = await withItem();
      const of = (external_id: string, fields: Json) => engagementWith(id, { kind: 'comment', external_id, ...fields });
      await ingest(tenant, [of('named', { actor: 'ada' }), of('text', { text: 'Lovely.' }), of('neither', {})]);
      const daysOf = () =>
        Object.fromEntries(
          harness.table
            .items()
            .filter(({ entity }) => entity === 'Engagement')
            .map((item) => [item.external_id, (Number(item.expires_at_seconds) * 1000 - Date.now()) / (DAY * 1000)]),
        );
      const expected = { named: 34, text: 34, neither: 400 };
      expect(daysOf()).toEqual(expected);
      await processAllChanges(harness);
      expect(engagements().every(({ is_aggregated }) => is_aggregated)).toBe(true);
      expect(daysOf()).toEqual(expected);
      process.env.SETTINGS = JSON.stringify(stage('local'));
    });

    it('of a published post belongs to its item', async () => {
      const { tenant, id } = await withPost();
      const answer = await ingest(tenant, [engagementWith(id, { platform_post_id: POST_ID, count: 12 })]);
      expect(statusesOf(answer)).toEqual(['accepted']);
      expect(engagements()).toMatchObject([{ content_id: id, platform_post_id: POST_ID, count: 12 }]);
    });

    it('of a post that still exists, though its item was deleted, is accepted', async () => {
      const { tenant, id } = await withPost();
      await callApi('content.delete', { token: tenant.token, params: { id } });
      expect(statusesOf(await ingest(tenant, [engagementWith(id, { platform_post_id: POST_ID })]))).toEqual([
        'accepted',
      ]);
      expect(statusesOf(await ingest(tenant, [engagementWith(id)]))).toEqual(['rejected']);
    });

    it('the same external id again is a duplicate, and the first one is unchanged', async () => {
      const { tenant, id } = await withItem();
      await ingest(tenant, [engagementWith(id, { count: 3 })]);
      advanceTime(1_000);
      const answer = await ingest(tenant, [engagementWith(id, { count: 9, kind: 'share' })]);
      expect(answer.json).toEqual({ results: [{ external_id: 'like-1', status: 'duplicate' }] });
      expect(engagements()).toMatchObject([{ count: 3, kind: 'like' }]);
    });

    it('the same external id on another platform is no duplicate', async () => {
      const { tenant, id } = await withItem();
      const batch = [engagementWith(id), engagementWith(id, { platform: 'linkedin' })];
      expect(statusesOf(await ingest(tenant, batch))).toEqual(['accepted', 'accepted']);
    });

    it('the same external id twice in a batch is accepted once', async () => {
      const { tenant, id } = await withItem();
      const batch = [engagementWith(id, { count: 2 }), engagementWith(id, { count: 5 })];
      expect(statusesOf(await ingest(tenant, batch))).toEqual(['accepted', 'duplicate']);
      expect(engagements()).toMatchObject([{ count: 2 }]);
    });

    it('one of several concurrent requests with one external id is accepted', async () => {
      const { tenant, id } = await withItem();
      const answers = await Promise.all(Array.from({ length: 20 }, () => ingest(tenant, [engagementWith(id)])));
      expect(answers.flatMap(statusesOf).filter((status) => status === 'accepted')).toHaveLength(1);
      expect(engagements()).toHaveLength(1);
    });

    it('a hundred are accepted at once, also with an Idempotency-Key', async () => {
      const { tenant, id } = await withItem();
      const batch = Array.from({ length: 100 }, (_, n) => engagementWith(id, { external_id: `like-${n}` }));
      const answer = await ingest(tenant, batch, { 'idempotency-key': 'a-hundred' });
      expect(new Set(statusesOf(answer))).toEqual(new Set(['accepted']));
      expect(engagements()).toHaveLength(100);
    });

    const text = (length: number) => 'ü'.repeat(length);
    it.each([
      ['a count of a million', { count: 1_000_000 }],
      ['a comment counted as one', { kind: 'comment', count: 1 }],
      ['an external id of 255 characters', { external_id: text(255) }],
      ['an external id with the separator of keys', { external_id: 'a#b' }],
      ['an actor of 200 and a text of 10,000 characters', { actor: text(200), text: text(10_000) }],
      ['a text with emoji, markup and line breaks', { kind: 'comment', text: '👩‍👧 <b>\n#{x}\t' }],
      ['a time ninety days ago', { occurred_at: '2026-05-05T10:00:30.000Z' }],
    ])('%s is accepted unchanged', async (_, fields) => {
      const { tenant, id } = await withItem();
      expect(statusesOf(await ingest(tenant, [engagementWith(id, fields)]))).toEqual(['accepted']);
      expect(engagements()).toMatchObject([fields]);
    });

    it.each([
      ['a count of 0', { count: 0 }, '/count'],
      ['a count above a million', { count: 1_000_001 }, '/count'],
      ['a fractional count', { count: 1.5 }, '/count'],
      ['a count in letters', { count: '2' }, '/count'],
      ['two comments in one', { kind: 'comment', count: 2 }, '/count'],
      ['an unknown kind', { kind: 'poke' }, '/kind'],
      ['an unknown platform', { platform: 'myspace' }, '/platform'],
      ['a platform that the item does not have', { platform: 'instagram' }, '/platform'],
      ['no external id', { external_id: undefined }, '/external_id'],
      ['an empty external id', { external_id: '' }, '/external_id'],
      ['an external id of spaces', { external_id: '  ' }, '/external_id'],
      ['an external id of 256 characters', { external_id: text(256) }, '/external_id'],
      ['an external id with a line break', { external_id: 'a\nb' }, '/external_id'],
      ['an external id with an invisible character', { external_id: 'a\u202eb' }, '/external_id'],
      ['an actor of 201 characters', { actor: text(201) }, '/actor'],
      ['a text of 10,001 characters', { text: text(10_001) }, '/text'],
      ['a text with a NUL', { text: 'a\u0000' }, '/text'],
      ['a time that does not exist', { occurred_at: '2026-06-31T00:00:00Z' }, '/occurred_at'],
      ['a time ahead', { occurred_at: '2026-08-03T10:01:30.001Z' }, '/occurred_at'],
      ['a time too long ago', { occurred_at: '2026-05-05T10:00:29.999Z' }, '/occurred_at'],
      ['an unknown post', { platform_post_id: '999' }, '/platform_post_id'],
      ['an unknown item', { content_id: 'cnt_01K00000000000000000000000' }, '/content_id'],
      ['a malformed item id', { content_id: 'cnt_#CONTENT' }, '/content_id'],
      ['neither a post nor an item', { content_id: undefined }, ''],
      ['an unknown field', { mood: 'good' }, '/mood'],
    ])('%s is rejected with a code, a reason and a pointer, and nothing of it is stored', async (_, fields, at) => {
      const { tenant, id } = await withItem();
      const [result, good] = resultsOf(
        await ingest(tenant, [engagementWith(id, fields), engagementWith(id, { external_id: 'good' })]),
      );
      expect(result).toMatchObject({
        status: 'rejected',
        error: {
          code: expect.stringMatching(/^[a-z_]+$/),
          detail: expect.stringMatching(/\.$/),
          pointer: `/engagements/0${at}`,
        },
      });
      expect(good).toEqual({ external_id: 'good', status: 'accepted' });
      expect(engagements()).toHaveLength(1);
    });

    it('an element with both a post and an item is rejected: only one of them may identify it', async () => {
      const { tenant, id } = await withPost();
      const both = { ...engagementWith(id), platform_post_id: POST_ID };
      expect(resultsOf(await ingest(tenant, [both]))).toMatchObject([
        { status: 'rejected', error: { pointer: '/engagements/0' } },
      ]);
    });

    it('prototype property names in an element are unknown fields like others', async () => {
      const { tenant, id } = await withItem();
      const element = JSON.stringify(engagementWith(id)).replace('{', '{"__proto__":{"kind":"reach"},');
      const answer = await callApi('engagements.create', {
        token: tenant.token,
        text: `{"engagements":[${element},{"__proto__":${JSON.stringify(engagementWith(id))}}]}`,
      });
      expect(statusesOf(answer)).toEqual(['rejected', 'rejected']);
      expect(resultsOf(answer)[0]!.error).toMatchObject({
        code: 'unknown_field',
        pointer: '/engagements/0/__proto__',
      });
      expect(({} as Json).kind).toBeUndefined();
    });

    it('an element whose external id is not text has null for it in its result, in its place', async () => {
      const { tenant, id } = await withItem();
      const batch = [engagementWith(id, { external_id: 7 }), {}, engagementWith(id)];
      const ids = (await ingest(tenant, batch)).json.results as Json[];
      expect(ids.map(({ external_id }) => external_id)).toEqual([null, null, 'like-1']);
    });

    it('each element gets its own result in its place, and the valid ones are stored', async () => {
      const { tenant, id } = await withItem();
      const odd = fc.oneof(
        fc.dictionary(fc.string(), fc.anything({ withNullPrototype: false })),
        fc.record(
          {
            platform: fc.constantFrom(...PLATFORMS, 'x', null),
            content_id: fc.constantFrom(id, 'cnt_', 7),
            platform_post_id: fc.string(),
            kind: fc.constantFrom(...ENGAGEMENT_KINDS, 'poke'),
            count: fc.oneof(fc.integer(), fc.double()),
            actor: fc.string({ unit: 'binary' }),
            text: fc.string({ unit: 'binary' }),
            occurred_at: fc.oneof(
              fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
              fc.string(),
            ),
            external_id: fc.string({ unit: 'binary' }),
          },
          { requiredKeys: [] },
        ),
      );
      const batches = fc.array(fc.oneof(fc.constant(null), odd), { minLength: 1, maxLength: 100 });
      let number = 0;
      await fc.assert(
        fc.asyncProperty(batches, async (batch) => {
          const good = () => engagementWith(id, { external_id: `good-${number++}` });
          const sent = batch.map((element) => element ?? good());
          const answer = await ingest(tenant, sent);
          expect(answer.status, answer.text).toBe(200);
          expect(resultsOf(answer)).toHaveLength(batch.length);
          for (const [index, result] of resultsOf(answer).entries()) {
            if (batch[index] === null) expect(result.status).toBe('accepted');
            else expect(['accepted', 'duplicate', 'rejected']).toContain(result.status);
            expect(result.status === 'rejected').toBe(result.error !== undefined);
          }
        }),
        { numRuns: 60 },
      );
    });
  });

  describe('400', () => {
    it.each(['[]', 'null', '{"engagements":[', '"x"'])('%s is rejected as a body', async (text) => {
      const { tenant } = await withItem();
      expect((await callApi('engagements.create', { token: tenant.token, text })).status).toBe(400);
    });
  });

  describe('422', () => {
    const many = Array.from({ length: 101 }, () => ({}));
    it.each([
      ['no list', {}, '/engagements'],
      ['an object in place of the list', { engagements: {} }, '/engagements'],
      ['an empty list', { engagements: [] }, '/engagements'],
      ['a list of 101', { engagements: many }, '/engagements'],
      ['a list with a null in it', { engagements: [{}, null] }, '/engagements/1'],
      ['a list with a list in it', { engagements: [[]] }, '/engagements/0'],
      ['a list with a text in it', { engagements: ['like'] }, '/engagements/0'],
    ])('%s is rejected as a whole, with its pointer', async (_, body, pointer) => {
      const { tenant } = await withItem();
      const before = storedItems(harness.table);
      const answer = await callApi('engagements.create', { token: tenant.token, body });
      expect([answer.status, answer.json.code]).toEqual([422, 'validation_failed']);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer })]);
      expect(storedItems(harness.table)).toEqual(before);
    });
  });

  describe('503', () => {
    it('is returned when the table rejects writes, and the retry succeeds', async () => {
      const { tenant, id } = await withItem();
      const batch = ['a', 'b', 'c'].map((external_id) => engagementWith(id, { external_id }));
      let puts = 0;
      harness.table.fault = (command) => {
        if (command === 'PutCommand') puts += 1;
        return puts >= 2 && command === 'PutCommand' ? sdkError('ThrottlingException') : null;
      };
      const answer = await ingest(tenant, batch);
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      harness.table.fault = null;
      expect(statusesOf(await ingest(tenant, batch))).toEqual(['duplicate', 'accepted', 'accepted']);
    });

    it('is not returned while a transaction holds an engagement: the request waits', async () => {
      const { tenant, id } = await withItem();
      await ingest(tenant, [engagementWith(id)]);
      let conflicts = 2;
      harness.table.fault = (command) =>
        command === 'PutCommand' && conflicts-- > 0 ? sdkError('TransactionConflictException') : null;
      expect(statusesOf(await ingest(tenant, [engagementWith(id)]))).toEqual(['duplicate']);
      expect(conflicts).toBeLessThan(0);
    });
  });
});

describe('engagements of another workspace', () => {
  it('are no duplicates of ours', async () => {
    const [one, other] = [await withItem(), await withItem()];
    for (const { tenant, id } of [one, other]) {
      expect(statusesOf(await ingest(tenant, [engagementWith(id)]))).toEqual(['accepted']);
    }
    expect(engagements()).toHaveLength(2);
  });

  it.each(['content_id', 'platform_post_id'])(
    'cannot be referenced by %s: the element is rejected like an unknown one',
    async (field) => {
      const owner = await withPost();
      const stranger = await newTenant();
      const named = { content_id: owner.id, platform_post_id: POST_ID }[field]!;
      const unknown = { content_id: 'cnt_01K00000000000000000000000', platform_post_id: '999' }[field]!;
      const errors = [];
      for (const value of [named, unknown]) {
        const element = { ...engagementWith(owner.id), content_id: undefined, [field]: value };
        errors.push(resultsOf(await ingest(stranger, [element]))[0]!.error);
      }
      expect(errors[0]).toEqual(errors[1]);
      expect(engagements()).toEqual([]);
    },
  );

  it('may reference the same platform post id, and each counts for its own item', async () => {
    const [one, other] = [await withPost(), await withItem()];
    await commit([
      publishedPostWrite({
        workspace_id: other.tenant.workspace.id,
        content_id: other.id,
        platform: 'twitter',
        account_id: null,
        platform_post_id: POST_ID,
      }),
    ]);
    for (const { tenant, id } of [one, other]) {
      await ingest(tenant, [engagementWith(id, { platform_post_id: POST_ID })]);
    }
    expect(
      engagements()
        .map(({ workspace_id, content_id }) => [workspace_id, content_id])
        .sort(),
    ).toEqual([one, other].map(({ tenant, id }) => [tenant.workspace.id, id]).sort());
  });
});
