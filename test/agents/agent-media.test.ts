import { describe, expect, it } from 'vitest';
import { callApi, type Json, storedItems } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { setupObjectStore } from '../functions/object-store.ts';
import { newContent } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';
import { addMedia } from '../functions/uploaded-media.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { png } from '../media/images.ts';

/** The server of a URL decides which bytes are sent, so an agent names the files of its posts in the media library. */

const { table } = setupWorkers();
const bucket = setupObjectStore();

const LINKED = [{ url: 'https://images.example.com/a.jpg', type: 'image' }];
const PLACES: [pointer: string, fields: Json][] = [
  ['/media/0/url', { media: LINKED }],
  ['/thread/0/media/0/url', { thread: [{ text: 'Two', media: LINKED }] }],
  ['/platform_options/twitter/media/0/url', { platform_options: { twitter: { media: LINKED } } }],
  [
    '/platform_options/twitter/thread/0/media/0/url',
    { platform_options: { twitter: { thread: [{ text: 'Two', media: LINKED }] } } },
  ],
];
const draft = (token: string, fields: Json = {}) =>
  callApi('content.create', { token, body: { title: 'Summer', platforms: ['twitter'], ...fields } });
const edit = (token: string, id: unknown, body: Json) =>
  callApi('content.update', { token, params: { id: String(id) }, body });
const contents = () => storedItems(table).filter(({ entity }) => entity === 'Content');

describe('an agent', () => {
  it.each(PLACES)('creates no draft with a URL at %s', async (pointer, fields) => {
    const { token } = await newAgent(await newTenant());
    const { status, json } = await draft(token, fields);
    expect([status, json.errors]).toEqual([
      422,
      [{ pointer, code: 'not_for_agents', detail: expect.stringContaining('media_id') }],
    ]);
    expect(contents()).toEqual([]);
  });

  it.each(PLACES)('edits no draft so that it has a URL at %s', async (pointer, fields) => {
    const { token } = await newAgent(await newTenant());
    const { id } = (await draft(token)).json;
    const before = contents();
    const { status, json } = await edit(token, id, fields);
    expect([status, json.errors]).toMatchObject([422, [{ pointer, code: 'not_for_agents' }]]);
    expect(contents()).toEqual(before);
  });

  it('drafts with a file of the media library', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { id: media_id } = await addMedia(tenant, bucket, await png());
    expect((await draft(token, { media: [{ media_id }] })).status).toBe(201);
  });

  it('edits the text of a post to which a person has added a URL', async () => {
    const tenant = await newTenant();
    const { token } = await newAgent(tenant);
    const { id } = await newContent(tenant, { platforms: ['twitter'], media: LINKED });
    expect((await edit(token, id, { title: 'Winter' })).status).toBe(200);
  });
});

it('a person and an API key create posts with URLs', async () => {
  const tenant = await newTenant();
  expect((await draft(tenant.token, { media: LINKED })).status).toBe(201);
});
