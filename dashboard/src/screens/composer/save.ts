import { api, unwrapWithEtag } from '../../api/client.ts';
import { isProblem } from '../../api/problem.ts';
import { sendApprovalAction } from '../../content/approval-dialog.tsx';
import { ifMatch, type LoadedContent, loadContent } from '../../content/content.ts';
import type { CreateOnce } from './creation.ts';
import type { Draft } from './draft.ts';
import { type ContentBody, createBody, hasChange, updateBody } from './draft-request.ts';

/** Another member changed the item. `current` is its present state. */
export class Conflict extends Error {
  readonly current: LoadedContent;

  constructor(current: LoadedContent) {
    super('content_changed');
    this.name = 'Conflict';
    this.current = current;
  }
}

interface Steps {
  draft: Draft;
  /** The item as it was read or saved last; null for a new one. */
  saved: LoadedContent | null;
  /** The note of the submission, or null to save without submitting. */
  note: string | null;
  /** Publish what another item publishes on the account at nearly the same time. */
  allowDuplicate: boolean;
  createOnce: CreateOnce<ContentBody, LoadedContent>;
  /** The idempotency key of a submission. */
  keyFor: (body: unknown) => string;
  /** Called after each step, so that a repeat after a failure continues behind it. */
  onSaved: (saved: LoadedContent) => void;
}

/** Save a draft: create or change the item, then publish or submit it. Returns its id. Throws `Conflict`. */
export async function saveDraft({
  draft,
  saved,
  note,
  allowDuplicate,
  createOnce,
  keyFor,
  onSaved,
}: Steps): Promise<string> {
  const allowed = allowDuplicate ? { allow_duplicate: true } : {};
  let current = saved;
  if (!current) {
    current = await createOnce({ ...createBody(draft), ...allowed }, create);
    onSaved(current);
  }
  const change = updateBody(draft, current.content);
  if (Object.keys(change).length > 0) {
    current = await update(current, { ...change, ...allowed });
    onSaved(current);
  }
  if (note !== null) await submit(current, note, keyFor);
  return current.content.id;
}

async function create(body: ContentBody, idempotencyKey: string): Promise<LoadedContent> {
  const params = { header: { 'Idempotency-Key': idempotencyKey } };
  const { data, etag } = await unwrapWithEtag(api.POST('/content', { params, body }));
  return { content: data, etag };
}

async function update({ content, etag }: LoadedContent, body: ReturnType<typeof updateBody>): Promise<LoadedContent> {
  try {
    const params = { path: { id: content.id }, header: ifMatch(etag) };
    const { data, etag: next } = await unwrapWithEtag(api.PUT('/content/{id}', { params, body }));
    // The response omits texts that the token may not read, and the screen has read them.
    return { content: { ...content, ...data }, etag: next };
  } catch (error) {
    if (!isProblem(error, 412)) throw error;
    const current = await loadContent(content.id);
    // The response of the same change was lost, and it had taken effect.
    if (hasChange(current.content, body)) return current;
    throw new Conflict(current);
  }
}

async function submit(current: LoadedContent, note: string, keyFor: Steps['keyFor']): Promise<void> {
  try {
    await sendApprovalAction('submit', current, note, keyFor);
  } catch (error) {
    if (!isProblem(error, 412)) throw error;
    throw new Conflict(await loadContent(current.content.id));
  }
}
