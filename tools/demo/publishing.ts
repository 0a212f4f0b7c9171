import { localTimeAt } from '../../lib/core/values/local-time.ts';
import type { JsonApiClient } from '../local-stack/api-client.ts';
import { type DemoPost, TIME_ZONE } from './content.ts';
import { drawPicture, PICTURES, type PictureName } from './pictures.ts';
import type { DemoRun } from './run.ts';

interface MediaFile {
  id: string;
  upload: { method: string; url: string; headers: Record<string, string> };
}

/** Create the content item of a post, and return its id. `scheduledMs` schedules it. */
export async function createItem(run: DemoRun, post: DemoPost, scheduledMs?: number): Promise<string> {
  const api = await run.as(post.author);
  const { title, text, platforms, picture, thread, firstComment, labels, campaign } = post;
  const body = {
    ...{ title, description: text, platforms },
    ...(labels && { labels }),
    ...(campaign && { campaign }),
    ...(picture && { media: [{ media_id: run.pictures.get(picture)!, alt: PICTURES[picture].alt }] }),
    ...(thread && { thread: thread.map((part) => ({ text: part })) }),
    ...(firstComment && { first_comment: firstComment }),
    ...(scheduledMs && { scheduled_at: { local: localTimeAt(scheduledMs, TIME_ZONE), time_zone: TIME_ZONE } }),
  };
  const { id } = (await api('POST', '/content', body)) as { id: string };
  return id;
}

/** Publish a post, and return the id of its item. The platforms have it when the service has settled. */
export async function publish(run: DemoRun, post: DemoPost): Promise<string> {
  const id = await createItem(run, post);
  const api = await run.as(post.author);
  await api('PUT', `/content/${id}`, { status: 'published' });
  return id;
}

/** Upload the pictures of these posts that the media library does not have yet. */
export async function uploadPictures(run: DemoRun, posts: readonly DemoPost[]): Promise<void> {
  const wanted = new Set(posts.flatMap(({ picture }) => picture ?? []).filter((name) => !run.pictures.has(name)));
  if (wanted.size === 0) return;
  for (const name of wanted) run.pictures.set(name, await upload(await run.as('ida'), name));
  await run.service.settle();
}

async function upload(api: JsonApiClient, name: PictureName): Promise<string> {
  const file = await drawPicture(name);
  const created = (await api('POST', '/media', { size_bytes: file.length })) as MediaFile;
  const { method, url, headers } = created.upload;
  const response = await fetch(url, { method, headers, body: new Uint8Array(file) });
  if (!response.ok) throw new Error(`The upload of ${name} returned ${response.status}`);
  return created.id;
}
