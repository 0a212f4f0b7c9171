import { beforeEach, describe, expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { downloadCardImage, MediaRejectedError } from '../../lib/core/net/download-media.ts';
import { fetchPage } from '../../lib/core/net/fetch-page.ts';
import { ConflictError } from '../../lib/core/retry/conflict.ts';
import { MAX_IN_FLIGHT } from '../../lib/identity/rules/rate-limits.ts';
import { takeInFlightLease } from '../../lib/identity/store/in-flight-requests.ts';
import { advanceTime, callApi, inSeconds, type Json, storedItems } from '../functions/api-harness.ts';
import { decide, hashIn, open } from '../functions/given/review.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newContent, newMember, newReviewLink, setWorkspace } from '../functions/resources.ts';
import { connect, loadDueEntry, simulatePlatforms } from '../functions/simulated.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { lambdaContext, processAllChanges, setupWorkers } from '../functions/worker-harness.ts';
import { JPEG } from '../platforms/platforms.ts';

vi.mock('../../lib/core/net/fetch-page.ts', () => ({ fetchPage: vi.fn() }));
vi.mock('../../lib/core/net/download-media.ts', async (original) => ({
  ...(await original<typeof import('../../lib/core/net/download-media.ts')>()),
  downloadCardImage: vi.fn(),
}));

/** What reviewers see of a link is what is published, whatever its page becomes. */

const harness = setupWorkers();
const platforms = simulatePlatforms();
const bucket = setupObjectStore();

const NEWS = 'https://news.example/a';
const OTHER = 'https://news.example/b';
const APPROVED = { title: 'The approved title', description: 'As approved', imageUrl: 'https://news.example/a.jpg' };
const REPLACED = { title: 'Replaced after the approval', description: 'Bait', imageUrl: 'https://news.example/b.jpg' };

beforeEach(() => {
  vi.mocked(fetchPage).mockReset().mockResolvedValue(APPROVED);
  vi.mocked(downloadCardImage).mockReset().mockResolvedValue(JPEG);
});

type Member = { token: string };

/** A workspace that requires approval, with an author and an approver, and an item that links a page. */
async function arranged(fields: Json = {}) {
  const author = await newTenant();
  const approver = await newMember(author, 'admin');
  for (const platform of ['bluesky', 'linkedin'] as const) await connect(author, platform);
  await setWorkspace(author, { approval: 'required' });
  const { id } = await newContent(author, { platforms: ['bluesky'], description: `See ${NEWS}`, ...fields });
  return { author, approver, id };
}

const act = ({ token }: Member, action: 'submit' | 'approve' | 'withdraw', id: string, more: Json = {}) =>
  callApi(`content.${action}`, { token, params: { id }, body: {}, ...more });
const read = async ({ token }: Member, id: string) => (await callApi('content.get', { token, params: { id } })).json;

async function approved(fields: Json = {}) {
  const made = await arranged(fields);
  expect((await act(made.author, 'submit', made.id)).status).toBe(200);
  expect((await act(made.approver, 'approve', made.id)).status).toBe(200);
  return made;
}

/** Schedule an item and publish it. Returns the bodies of the requests that create a post. */
async function publish(author: Tenant, id: string): Promise<Json[]> {
  const body = { scheduled_at: inSeconds(60) };
  const { json } = await callApi('content.update', { token: author.token, params: { id }, body });
  advanceTime(60_000);
  for (const { schedule_id } of json.targets as { schedule_id: string }[]) {
    const dueMessage = { workspace_id: author.workspace.id, schedule_id };
    await onPublishDue(dueMessage, lambdaContext());
    const { state, error } = await loadDueEntry(dueMessage);
    expect(state, JSON.stringify(error)).toBe('published');
  }
  const posts = /(\.(putRecord|createRecord|applyWrites)|\/rest\/posts)$/;
  const sent = (await platforms().requests()).filter(({ path, method }) => method === 'POST' && posts.test(path));
  return sent.map((request) => JSON.parse(request.body ?? '') as Json);
}

const embedOf = (body: Json | undefined) => (body?.record as Json | undefined)?.embed;

describe('POST /content/{id}/submit', () => {
  it('reads the page that the text links, and stores its card and image with the item', async () => {
    const { author, id } = await arranged();
    const { status, json } = await act(author, 'submit', id);
    expect(status).toBe(200);
    const { title, description } = APPROVED;
    const image_url = expect.stringMatching(/^https:\/\/media-bucket\.s3\..+\/cards\/.+X-Amz-Signature=/);
    const card = { platform: 'bluesky', url: NEWS, parts: [0], title, description, image_url };
    expect(json.link_cards).toEqual([card]);
    expect((await read(author, id)).link_cards).toEqual([card]);
    expect([...bucket.objects.entries()]).toEqual([
      [expect.stringMatching(new RegExp(`^cards/${author.workspace.id}/${id}/[0-9a-f]{64}$`)), new Uint8Array(JPEG)],
    ]);
    expect([...bucket.types.values()]).toEqual(['image/jpeg']);
  });

  it('reads no page before, and shows no cards', async () => {
    const { author, id } = await arranged();
    expect((await read(author, id)).link_cards).toBeNull();
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it('reads each page once, for all platforms and parts that link it', async () => {
    const { author, id } = await arranged({
      platforms: ['bluesky', 'linkedin'],
      platform_options: { linkedin: { link: NEWS, thread: [] } },
      thread: [{ text: `Again ${NEWS}` }, { text: OTHER }],
    });
    const { json } = await act(author, 'submit', id);
    expect(json.link_cards).toMatchObject([
      { platform: 'linkedin', url: NEWS, parts: [0] },
      { platform: 'bluesky', url: NEWS, parts: [0, 1] },
      { platform: 'bluesky', url: OTHER, parts: [2] },
    ]);
    expect(vi.mocked(fetchPage).mock.calls.map(([url]) => url)).toEqual([NEWS, OTHER]);
  });

  it('reads it once when the item changes at the same moment', async () => {
    const { author, id } = await arranged();
    let conflicts = 2;
    harness.table.fault = (command) => {
      if (command !== 'TransactWriteCommand' || conflicts-- <= 0) return null;
      return new ConflictError();
    };
    expect((await act(author, 'submit', id)).status).toBe(200);
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it('reads nothing for a request that is rejected', async () => {
    const { author, approver, id } = await arranged();
    const wrong = { body: { content_hash: 'a'.repeat(64) } };
    expect((await act(author, 'submit', id, wrong)).status).toBe(409);
    expect((await act(author, 'submit', id, { headers: { 'if-match': '"99"' } })).status).toBe(412);
    expect((await act(author, 'submit', id)).status).toBe(200);
    expect((await act(approver, 'submit', id)).status).toBe(409);
    expect(fetchPage).toHaveBeenCalledTimes(1);
  });

  it('is 429 while five submissions of the workspace wait for pages, and changes nothing', async () => {
    const { author, id } = await arranged();
    for (let n = 0; n < MAX_IN_FLIGHT; n++) await takeInFlightLease(author.workspace.id, 'content.submit', Date.now());
    const before = storedItems(harness.table);
    const { status, json, headers } = await act(author, 'submit', id);
    expect([status, json.code, headers['retry-after']]).toEqual([429, 'too_many_in_flight', '5']);
    expect(storedItems(harness.table)).toEqual(before);
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it.each([
    ['is too large', new MediaRejectedError('The image is too large.', null)],
    ['is no image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
  ])('stores a card without an image that %s', async (_, image) => {
    if (image instanceof Error) vi.mocked(downloadCardImage).mockRejectedValue(image);
    else vi.mocked(downloadCardImage).mockResolvedValue(image);
    const { author, id } = await arranged();
    const { json } = await act(author, 'submit', id);
    expect(json.link_cards).toMatchObject([{ title: APPROVED.title, image_url: null }]);
    expect(bucket.objects.size).toBe(0);
  });
});

describe('an approved item', () => {
  it('is published with the card that was approved, though its page has another by then', async () => {
    const { author, id } = await approved();
    vi.mocked(fetchPage).mockClear().mockResolvedValue(REPLACED);
    vi.mocked(downloadCardImage).mockResolvedValue(Buffer.from('other bytes'));
    const [sent] = await publish(author, id);
    expect(embedOf(sent)).toEqual({
      $type: 'app.bsky.embed.external',
      external: {
        uri: NEWS,
        title: APPROVED.title,
        description: APPROVED.description,
        thumb: expect.objectContaining({ mimeType: 'image/jpeg', size: JPEG.byteLength }),
      },
    });
    expect(fetchPage).not.toHaveBeenCalled();
  });

  it('is published without a card when its page could not be read for the approval', async () => {
    vi.mocked(fetchPage).mockResolvedValue(null);
    const { author, id } = await approved();
    expect((await read(author, id)).link_cards).toMatchObject([{ url: NEWS, title: null, image_url: null }]);
    vi.mocked(fetchPage).mockResolvedValue(REPLACED);
    const [sent] = await publish(author, id);
    expect(sent).toHaveProperty('record.text', `See ${NEWS}`);
    expect(embedOf(sent)).toBeUndefined();
  });

  it('has on LinkedIn the card that was approved of the link that it names', async () => {
    const { author, id } = await approved({ platforms: ['linkedin'], platform_options: { linkedin: { link: NEWS } } });
    vi.mocked(fetchPage).mockResolvedValue(REPLACED);
    const [sent] = await publish(author, id);
    const { title, description } = APPROVED;
    expect(sent).toMatchObject({ content: { article: { source: NEWS, title, description } } });
    expect(sent).toHaveProperty('content.article.thumbnail');
  });

  it('has the card of its last submission', async () => {
    const { author, approver, id } = await approved();
    expect((await act(author, 'withdraw', id)).json.link_cards).toBeNull();
    vi.mocked(fetchPage).mockResolvedValue({ ...REPLACED, imageUrl: null });
    await act(author, 'submit', id);
    await act(approver, 'approve', id);
    const [sent] = await publish(author, id);
    expect(embedOf(sent)).toMatchObject({ external: { title: REPLACED.title } });
    expect(embedOf(sent)).not.toHaveProperty('external.thumb');
  });

  it('has the card of its last approval also after an attempt that was prepared with an earlier one', async () => {
    const made = await approved({ platforms: ['linkedin'], platform_options: { linkedin: { link: NEWS } } });
    const { author, approver, id } = made;
    const body = { scheduled_at: inSeconds(60) };
    const { json } = await callApi('content.update', { token: author.token, params: { id }, body });
    const [{ schedule_id }] = json.targets as [{ schedule_id: string }];
    const dueMessage = { workspace_id: author.workspace.id, schedule_id };
    await platforms().script('linkedin', '429');
    advanceTime(60_000);
    await onPublishDue(dueMessage, lambdaContext());
    const waiting = await loadDueEntry(dueMessage);
    expect(waiting).toMatchObject({ state: 'pending', prepared_state: { articleTitle: APPROVED.title } });
    await act(author, 'withdraw', id);
    vi.mocked(fetchPage).mockResolvedValue(REPLACED);
    await act(author, 'submit', id);
    expect((await act(approver, 'approve', id)).status).toBe(200);
    advanceTime(Date.parse(waiting.due_at!) - Date.now());
    await onPublishDue(dueMessage, lambdaContext());
    expect((await loadDueEntry(dueMessage)).state).toBe('published');
    const sent = (await platforms().requests()).findLast(({ path }) => path.endsWith('/rest/posts'))!;
    expect(JSON.parse(sent.body!).content.article.title).toBe(REPLACED.title);
  });

  it('cannot be approved by the hash of another card', async () => {
    const { author, approver, id } = await arranged();
    const first = (await act(author, 'submit', id)).json.approval as Json;
    await act(author, 'withdraw', id);
    vi.mocked(fetchPage).mockResolvedValue(REPLACED);
    await act(author, 'submit', id);
    const stale = await act(approver, 'approve', id, { body: { content_hash: first.content_hash } });
    expect([stale.status, stale.json.code]).toEqual([409, 'content_changed']);
  });
});

it('an item that was never submitted is published with the card of its page at that time, where no approval is required', async () => {
  const { author, id } = await arranged();
  await setWorkspace(author, { approval: 'none' });
  vi.mocked(fetchPage).mockResolvedValue({ ...REPLACED, imageUrl: null });
  const [sent] = await publish(author, id);
  expect(embedOf(sent)).toMatchObject({ external: { title: REPLACED.title } });
});

describe('the review page', () => {
  it('shows the card that is approved and published, with its image', async () => {
    const { author, approver, id } = await arranged();
    const link = await newReviewLink({ ...author, token: approver.token }, { permission: 'approve' }, id);
    expect((await open(link.token)).text).toContain(`The link preview of ${NEWS} is read when the post is submitted`);
    await act(author, 'submit', id);
    vi.mocked(fetchPage).mockResolvedValue(REPLACED);
    const page = await open(link.token);
    expect(page.text).toContain(APPROVED.title);
    expect(page.text).toContain(APPROVED.description);
    expect(page.text).toMatch(/<aside class="card"[^>]*><img src="https:\/\/media-bucket\.s3\.[^"]+\/cards\//);
    expect(hashIn(page)).toBe(((await read(author, id)).approval as Json).content_hash);
    expect((await decide(link)).status).toBe(200);
    const [sent] = await publish(author, id);
    expect(embedOf(sent)).toMatchObject({ external: { title: APPROVED.title } });
  });

  it('says that there is no card for a page that could not be read, and escapes what a page says', async () => {
    vi.mocked(fetchPage).mockImplementation(async (url) =>
      url === NEWS ? null : { title: '<script>alert(1)</script>', description: '<img src=x>', imageUrl: null },
    );
    const { author, approver, id } = await arranged({ thread: [{ text: OTHER }] });
    await act(author, 'submit', id);
    const { text } = await open((await newReviewLink({ ...author, token: approver.token }, {}, id)).token);
    expect(text).toContain(`No link preview of ${NEWS}.`);
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('<script>alert');
    expect(text).not.toContain('<img src=x>');
  });
});

it('the images of the cards of a deleted item are deleted', async () => {
  const { author, id } = await arranged();
  await act(author, 'submit', id);
  expect(bucket.objects.size).toBe(1);
  await processAllChanges(harness);
  await callApi('content.delete', { token: author.token, params: { id } });
  await processAllChanges(harness);
  expect(bucket.objects.size).toBe(0);
});
