import { describe, expect, it } from 'vitest';
import { MAX_COMMENT_LENGTH, MAX_COMMENTS_PER_ITEM } from '../../lib/content/rules/review/review-comment.ts';
import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { advanceTime, callApi, isRateLimitCommand, setupApi, storedItems } from '../functions/api-harness.ts';
import { arranged, open, respond } from '../functions/given/review.ts';
import { newReviewLink } from '../functions/resources.ts';
import { newToken } from '../functions/tenants.ts';

const table = setupApi();

const PER_HOUR = 20;
const PER_LINK = 50;
const READS_PER_MINUTE = 60;

type Link = { token: string };

const comment = ({ token }: Link, text = 'A') => respond({ token, action: 'comment', text });

/** Send comments by a link until one is rejected, an hour apart after each full hour. Returns how many were saved. */
async function commentToTheEnd(link: Link, text = 'A'): Promise<number> {
  for (let count = 0; ; count++) {
    if (count > 0 && count % PER_HOUR === 0) advanceTime(HOUR_MS);
    if ((await comment(link, text)).status !== 200) return count;
  }
}

describe('the comments of a review link', () => {
  it(`are at most ${PER_HOUR} in an hour, and more an hour later`, async () => {
    const { link } = await arranged();
    for (let count = 0; count < PER_HOUR; count++) expect((await comment(link)).status).toBe(200);
    const before = storedItems(table);
    const rejected = await comment(link, 'One more');
    expect([rejected.status, rejected.text.includes(`at most ${PER_HOUR} comments an hour`)]).toEqual([409, true]);
    expect(rejected.text).toContain('>\nOne more</textarea>');
    expect(storedItems(table)).toEqual(before);
    advanceTime(HOUR_MS);
    expect((await comment(link)).status).toBe(200);
  });

  it(`are at most ${PER_LINK} in all, also after some were deleted`, async () => {
    const { author, id, link } = await arranged();
    expect(await commentToTheEnd(link)).toBe(PER_LINK);
    const token = await newToken(author);
    const [{ id: comment_id = '' } = {}] = table.items().filter(({ entity }) => entity === 'ReviewComment');
    const params = { id, comment_id: String(comment_id) };
    expect((await callApi('content.delete-comment', { token, params })).status).toBe(200);
    advanceTime(HOUR_MS);
    const rejected = await comment(link);
    expect([rejected.status, rejected.text.includes(`at most ${PER_LINK} comments`)]).toEqual([409, true]);
  });

  it('are not more when they are sent at the same time', async () => {
    const { link } = await arranged();
    const answers = await Promise.all(Array.from({ length: PER_HOUR + 5 }, () => comment(link)));
    const saved = answers.filter(({ status }) => status === 200).length;
    expect(saved).toBeLessThanOrEqual(PER_HOUR);
    expect(table.items().filter(({ entity }) => entity === 'ReviewComment')).toHaveLength(saved);
  });

  it('take nothing from those of members, which take nothing from theirs', async () => {
    const { author, id } = await arranged();
    const links: Link[] = [];
    while (links.length < MAX_COMMENTS_PER_ITEM / PER_HOUR + 1) links.push(await newReviewLink(author, {}, id));
    for (const link of links) {
      for (let count = 0; count < PER_HOUR; count++) expect((await comment(link)).status).toBe(200);
    }
    const { token } = author;
    const byMember = () => callApi('content.create-comment', { token, params: { id }, body: { body: 'A' } });
    for (let count = 0; count < MAX_COMMENTS_PER_ITEM; count++) expect((await byMember()).status).toBe(201);
    expect((await byMember()).json.code).toBe('comment_limit');
    expect((await comment(await newReviewLink(author, {}, id))).status).toBe(200);
  });

  it('of members are counted again after one was deleted', async () => {
    const { author, id, link } = await arranged();
    const { token } = author;
    const byMember = () => callApi('content.create-comment', { token, params: { id }, body: { body: 'A' } });
    expect((await comment(link)).status).toBe(200);
    for (let count = 0; count < MAX_COMMENTS_PER_ITEM; count++) expect((await byMember()).status).toBe(201);
    const remove = async (author_id: string) => {
      const found = table.items().find((item) => item.entity === 'ReviewComment' && item.author_id === author_id);
      return callApi('content.delete-comment', { token, params: { id, comment_id: String(found!.id) } });
    };
    expect((await remove(link.id)).status).toBe(200);
    expect((await byMember()).status).toBe(409);
    expect((await remove(author.owner.id)).status).toBe(200);
    expect((await byMember()).status).toBe(201);
    expect((await byMember()).status).toBe(409);
  });
});

describe('the review page', () => {
  it('shows the last 20 comments, oldest first, and says that there are earlier ones', async () => {
    const { author, id, link } = await arranged();
    const write = (body: string) =>
      callApi('content.create-comment', { token: author.token, params: { id }, body: { body } });
    for (let number = 1; number <= 20; number++) {
      await write(`Comment ${number};`);
      advanceTime(1);
    }
    expect((await open(link.token)).text).not.toContain('Earlier comments');
    await write('Comment 21;');
    const { text } = await open(link.token);
    expect(text).toContain('Earlier comments are not shown.');
    const shown = [...text.matchAll(/Comment (\d+);/g)].map(([, number]) => Number(number));
    expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => index + 2));
  });

  it('is bounded, whatever is commented, and compressed for a client that accepts it', async () => {
    const { link } = await arranged();
    for (let count = 0; count < PER_HOUR; count++) await comment(link, '"'.repeat(MAX_COMMENT_LENGTH));
    const plain = await callApi('review.show', { query: { token: link.token } });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.text.length).toBeLessThan(300_000);
    const request = { query: { token: link.token }, headers: { 'accept-encoding': 'br, gzip' } };
    const compressed = await callApi('review.show', request);
    expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(compressed.text).toBe(plain.text);
  });

  it(`is shown at most ${READS_PER_MINUTE} times a minute for one link, from whatever addresses`, async () => {
    const { link } = await arranged();
    const other = (await arranged()).link;
    const request = (each: Link, n: number) => ({ query: { token: each.token }, sourceIp: `198.51.${n}.7` });
    const statuses: number[] = [];
    for (let n = 0; n <= READS_PER_MINUTE; n++) statuses.push((await callApi('review.show', request(link, n))).status);
    expect(statuses).toEqual([...Array(READS_PER_MINUTE).fill(200), 429]);
    const rejected = await callApi('review.show', request(link, 99));
    expect(rejected.json).toMatchObject({ code: 'quota-exceeded', 'violated-policies': ['review-link'] });
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect((await comment(link)).status).toBe(429);
    expect((await open(other.token)).status).toBe(200);
    advanceTime(60_000);
    expect((await open(link.token)).status).toBe(200);
  });

  it('reads nothing of the item for a request over the limit', async () => {
    const { link } = await arranged();
    for (let n = 0; n <= READS_PER_MINUTE; n++) await open(link.token);
    const commands: string[] = [];
    table.fault = (command, input) => {
      if (!isRateLimitCommand(input)) commands.push(command);
      return null;
    };
    expect((await open(link.token)).status).toBe(429);
    expect(commands).toEqual([]);
  });
});
