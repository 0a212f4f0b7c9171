import { api, unwrap } from './api/client.ts';

/** The number of unread notifications; null until it is known. */
export interface Unread {
  count: number;
  isCapped: boolean;
}

/** Return the number of unread notifications as the bell shows it. */
export function countText({ count, isCapped }: Unread): string {
  return isCapped ? `${count}+` : String(count);
}

let unread: Unread | null = null;
const followers = new Set<(unread: Unread | null) => void>();

/** Call a function with the number of unread notifications now and at each change. Returns how to stop. */
export function followUnread(follow: (unread: Unread | null) => void): () => void {
  followers.add(follow);
  follow(unread);
  return () => followers.delete(follow);
}

/** Load the number of unread notifications. After a failure, the last number stays until the next time. */
export async function reloadUnread(): Promise<void> {
  try {
    const query = { limit: 1 };
    const { unread_count, unread_count_is_capped } = await unwrap(api.GET('/notifications', { params: { query } }));
    unread = { count: unread_count, isCapped: unread_count_is_capped };
    for (const follow of followers) follow(unread);
  } catch {
    // The screens report what they cannot load. The number is loaded again a minute later.
  }
}
