import { api, unwrap } from '../api/client.ts';
import { type Query, reloadQuery, useQuery } from '../api/hooks.ts';

/** The number of unread notifications. */
export interface Unread {
  count: number;
  isCapped: boolean;
}

const KEY = 'unread notifications';

/** Return the number of unread notifications as the bell shows it. */
export function countText({ count, isCapped }: Unread): string {
  return isCapped ? `${count}+` : String(count);
}

/** The number of unread notifications. After a failure, the last number stays. */
export function useUnread(): Query<Unread> {
  return useQuery(KEY, async () => {
    const query = { limit: 1 };
    const { unread_count, unread_count_is_capped } = await unwrap(api.GET('/notifications', { params: { query } }));
    return { count: unread_count, isCapped: unread_count_is_capped };
  });
}

/** Load the number of unread notifications again, where it is shown. */
export function reloadUnread(): Promise<void> {
  return reloadQuery(KEY);
}
