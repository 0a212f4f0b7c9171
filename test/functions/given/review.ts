import { expect } from 'vitest';
import { callApi, type Json, type TestResponse } from '../api-harness.ts';
import { newContent, newMember, newReviewLink, reviewForm } from '../resources.ts';
import { newTenant, type Tenant } from '../tenants.ts';

type Link = Awaited<ReturnType<typeof newReviewLink>>;

type Member = { token: string; id: string };

/** Open the review page. */
export const open = (token: string) => callApi('review.show', { query: { token } });

/** Submit a form of the review page. */
export const respond = (fields: Record<string, string>) => callApi('review.respond', reviewForm(fields));

/** Return the content hash in the forms of a page. */
export const hashIn = ({ text }: TestResponse) => /name="content_hash" value="([0-9a-f]{64})"/.exec(text)?.[1] ?? '';

/** An item that waits for an approval, and a link of another member that may approve it. */
export async function arranged(
  fields: Json = {},
): Promise<{ author: Tenant; approver: Member; id: string; link: Link }> {
  const author = await newTenant();
  const approver = await newMember(author, 'admin');
  const { id } = await newContent(author, fields);
  await submit(author, id);
  const link = await newReviewLink({ ...author, token: approver.token }, { permission: 'approve' }, id);
  return { author, approver, id, link };
}

/** Submit an item for approval. */
export async function submit({ token }: { token: string }, id: string): Promise<void> {
  expect((await callApi('content.submit', { token, params: { id }, body: {} })).status).toBe(200);
}

/** The decision of a reviewer who has just opened the page. */
export async function decide({ token }: Link, action = 'approve', text = ''): Promise<TestResponse> {
  return respond({ token, action, text, content_hash: hashIn(await open(token)) });
}
