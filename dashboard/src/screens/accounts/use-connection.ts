import { useEffect, useState } from 'preact/hooks';
import { api, type Schemas, unwrap } from '../../api/client.ts';
import { ApiUnreachable } from '../../api/problem.ts';

const POLL_MS = 2000;

/** The connection that a person completes in another window, as the API last described it. */
export interface WatchedConnection {
  connection: Schemas['Connect'] | null;
  error: unknown;
}

/** Ask for the state of a connection every two seconds until it ends. Continues after a lost response. */
export function useConnection(id: string | null): WatchedConnection {
  const [watched, setWatched] = useState<WatchedConnection>({ connection: null, error: null });
  useEffect(() => {
    setWatched({ connection: null, error: null });
    if (id === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isCurrent = true;
    const ask = async () => {
      try {
        const params = { path: { id_or_platform: id } };
        const connection = await unwrap(api.GET('/connect/{id_or_platform}', { params }));
        if (!isCurrent) return;
        setWatched({ connection, error: null });
        if (connection.status !== 'pending' && connection.status !== 'selecting') return;
      } catch (error) {
        if (!isCurrent) return;
        setWatched((last) => ({ ...last, error }));
        if (!(error instanceof ApiUnreachable)) return;
      }
      timer = setTimeout(() => void ask(), POLL_MS);
    };
    void ask();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [id]);
  return watched;
}
