import { useEffect, useState } from 'preact/hooks';
import { api, unwrap } from '../api/client.ts';
import { ApiProblem, isProblem } from '../api/problem.ts';
import { activeSession } from '../api/session.ts';
import { dismissToast, showToast } from '../components/toasts.ts';
import { t } from '../language/texts.ts';
import { type Content, ifMatch, type LoadedContent } from './content.ts';

// A toast stays while the pointer or the focus is in it. A deletion does not wait as long as it may.
const LONGEST_WAIT_MS = 30_000;
const SOON_MS = 2 * 60_000;

/** The posts that are deleted for the person, whether the API has deleted them or will. */
let deleted: ReadonlySet<string> = new Set();
const listeners = new Set<(deleted: ReadonlySet<string>) => void>();

/** Return whether a post may be published before a held deletion is sent. */
export function isDueSoon({ targets }: Pick<Content, 'targets'>, nowMs: number): boolean {
  return targets.some(({ status, scheduled_at }) => {
    return status === 'publishing' || (status === 'pending' && Date.parse(scheduled_at) - nowMs < SOON_MS);
  });
}

/**
 * Delete a post for the person at once, and offer to undo that in a toast. The API deletes it when the toast ends, at the
 * latest when the person opens another screen or leaves the page, and only in the state that was read. Without undo, and
 * at once, if the post is due soon. Calls `onDeleted` before the toast, to leave the page of the post.
 */
export async function deletePost(loaded: LoadedContent, onDeleted: () => void): Promise<void> {
  const { content, etag } = loaded;
  const { id, title } = content;
  if (isDueSoon(content, Date.now())) {
    await unwrap(api.DELETE('/content/{id}', { params: { path: { id }, header: ifMatch(etag) } }));
    onDeleted();
    setDeleted(id, true);
    showToast(t('posts.deleted', { title }));
    return;
  }
  // Renewed now if needed: a page that is being closed receives no further token.
  const { access_token } = await activeSession();
  onDeleted();
  setDeleted(id, true);
  const toast = showToast(t('posts.deleted', { title }), {
    undo: () => {
      stopWaiting();
      setDeleted(id, false);
    },
    onGone: () => {
      stopWaiting();
      void sendDeletion(id, etag, access_token).catch((error) => {
        setDeleted(id, false);
        showToast(failureText(title, error));
      });
    },
  });
  const stopWaiting = onLeave(() => dismissToast(toast));
}

/** The ids of the posts that lists leave out: they are deleted, or will be unless the person undoes it. */
export function useDeletedPosts(): ReadonlySet<string> {
  const [ids, setIds] = useState(deleted);
  useEffect(() => {
    setIds(deleted);
    listeners.add(setIds);
    return () => {
      listeners.delete(setIds);
    };
  }, []);
  return ids;
}

function setDeleted(id: string, isDeleted: boolean): void {
  deleted = new Set(isDeleted ? [...deleted, id] : [...deleted].filter((each) => each !== id));
  for (const listener of listeners) listener(deleted);
}

/** Call `leave` when the person opens another screen, hides or leaves the page, or after the longest wait. */
function onLeave(leave: () => void): () => void {
  const path = currentPath();
  const onHash = () => currentPath() !== path && leave();
  const onVisibility = () => document.visibilityState === 'hidden' && leave();
  const timer = setTimeout(leave, LONGEST_WAIT_MS);
  addEventListener('hashchange', onHash);
  document.addEventListener('visibilitychange', onVisibility);
  return () => {
    clearTimeout(timer);
    removeEventListener('hashchange', onHash);
    document.removeEventListener('visibilitychange', onVisibility);
  };
}

function currentPath(): string {
  return location.hash.split('?')[0]!;
}

// Without the client's fetch, which waits for other requests and for tokens: the page may be closing.
async function sendDeletion(id: string, etag: string | null, token: string): Promise<void> {
  const params = { path: { id }, header: ifMatch(etag) };
  const headers = { authorization: `Bearer ${token}` };
  const request = api.DELETE('/content/{id}', { params, headers, keepalive: true, fetch: (sent) => fetch(sent) });
  await unwrap(request).catch((error) => {
    if (!isProblem(error, 404)) throw error;
  });
}

function failureText(title: string, error: unknown): string {
  if (isProblem(error, 412)) return t('posts.notDeletedChanged', { title });
  if (error instanceof ApiProblem) return t('posts.notDeleted', { title, reason: error.problem.detail });
  return t('posts.deletionUnknown', { title });
}
