import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { LoadPage, Page } from './pages.ts';

/** The state of data that is loaded from the API. Data of the last success stay while it is loaded again. */
export interface Query<T> {
  data: T | null;
  error: unknown;
  isLoading: boolean;
  reload: () => Promise<void>;
}

// The data that many screens load, by key. A sign-out, or another member, reloads the page and with it this map.
const remembered = new Map<string, unknown>();

// The loads that have begun at this moment, by key: what shows the same data at once asks for it once.
const begun = new Map<string, Promise<unknown>>();

function loadTogether<T>(key: string, load: () => Promise<T>): Promise<T> {
  const running = begun.get(key);
  if (running) return running as Promise<T>;
  const loading = load();
  begun.set(key, loading);
  // A later load may follow a change, so it asks again.
  setTimeout(() => begun.delete(key));
  return loading;
}

// The reloads of the queries that are shown at this moment, by key.
const shown = new Map<string, Set<() => Promise<void>>>();

/** Load the data with a key again wherever they are shown: after a change that those components do not know of. */
export async function reloadQuery(key: string): Promise<void> {
  await Promise.all([...(shown.get(key) ?? [])].map((reload) => reload()));
}

function whileShown(key: string, reload: () => Promise<void>): () => void {
  const reloads = shown.get(key) ?? new Set();
  shown.set(key, reloads.add(reload));
  return () => reloads.delete(reload);
}

/**
 * Load data when `key` changes. A response that a later load has overtaken is dropped. With `isShared`, the data of the
 * last load on any screen are there at once, while they are loaded again.
 */
export function useQuery<T>(key: string, load: () => Promise<T>, { isShared = false } = {}): Query<T> {
  const before = isShared ? ((remembered.get(key) as T | undefined) ?? null) : null;
  const [state, setState] = useState<{ key: string; data: T | null; error: unknown; isLoading: boolean }>({
    key,
    data: before,
    error: null,
    isLoading: true,
  });
  const latest = useRef(0);
  const loadRef = useRef(load);
  loadRef.current = load;
  const run = useCallback(
    async (isFirst: boolean) => {
      const number = ++latest.current;
      setState((last) => ({ key, data: last.key === key ? last.data : before, error: null, isLoading: true }));
      try {
        const data = await (isFirst ? loadTogether(key, loadRef.current) : loadRef.current());
        if (isShared) remembered.set(key, data);
        if (number === latest.current) setState({ key, data, error: null, isLoading: false });
      } catch (error) {
        if (number === latest.current) setState((last) => ({ ...last, error, isLoading: false }));
      }
    },
    [key],
  );
  const reload = useCallback(() => run(false), [run]);
  useEffect(() => whileShown(key, reload), [reload]);
  useEffect(() => {
    void run(true);
    return () => {
      latest.current++;
    };
  }, [run]);
  const isCurrent = state.key === key;
  return {
    data: isCurrent ? state.data : before,
    error: isCurrent ? state.error : null,
    isLoading: isCurrent ? state.isLoading : true,
    reload,
  };
}

/** The state of a change that the user asks for. `run` resolves to whether it succeeded. */
export interface Action<A extends unknown[]> {
  run: (...args: A) => Promise<boolean>;
  error: unknown;
  isRunning: boolean;
  clearError: () => void;
}

/** Run a change once at a time, and hold its error until the next run. */
export function useAction<A extends unknown[]>(change: (...args: A) => Promise<unknown>): Action<A> {
  const [state, setState] = useState<{ error: unknown; isRunning: boolean }>({ error: null, isRunning: false });
  const isBusy = useRef(false);
  const run = async (...args: A): Promise<boolean> => {
    if (isBusy.current) return false;
    isBusy.current = true;
    setState({ error: null, isRunning: true });
    try {
      await change(...args);
      setState({ error: null, isRunning: false });
      return true;
    } catch (error) {
      setState({ error, isRunning: false });
      return false;
    } finally {
      isBusy.current = false;
    }
  };
  return { ...state, run, clearError: () => setState((last) => ({ ...last, error: null })) };
}

/** A list that is read by cursor, a page at a time. */
export interface PagedList<T> {
  items: T[];
  error: unknown;
  isLoading: boolean;
  hasMore: boolean;
  /** The list is loaded, and has no item. */
  isEmpty: boolean;
  loadMore: () => Promise<void>;
  reload: () => Promise<void>;
}

/** Load the first page when `key` changes, and a further one at each `loadMore`. */
export function usePagedList<T>(key: string, loadPage: LoadPage<T>): PagedList<T> {
  const first = useQuery(key, () => loadPage(undefined));
  const [further, setFurther] = useState<{ of: Page<T> | null; pages: Page<T>[]; error: unknown; isLoading: boolean }>({
    of: null,
    pages: [],
    error: null,
    isLoading: false,
  });
  const isCurrent = further.of === first.data;
  const pages = [...(first.data ? [first.data] : []), ...(isCurrent ? further.pages : [])];
  const nextCursor = pages.at(-1)?.nextCursor ?? null;
  const loadMore = async () => {
    if (nextCursor === null || (isCurrent && further.isLoading)) return;
    const start = { of: first.data, pages: isCurrent ? further.pages : [] };
    setFurther({ ...start, error: null, isLoading: true });
    try {
      const page = await loadPage(nextCursor);
      setFurther({ ...start, pages: [...start.pages, page], error: null, isLoading: false });
    } catch (error) {
      setFurther({ ...start, error, isLoading: false });
    }
  };
  const items = pages.flatMap((page) => page.items);
  const error = first.error ?? (isCurrent ? further.error : null);
  const isLoading = first.isLoading || (isCurrent && further.isLoading);
  return {
    items,
    error,
    isLoading,
    hasMore: nextCursor !== null,
    isEmpty: items.length === 0 && !isLoading && !error,
    loadMore,
    reload: first.reload,
  };
}

/** Load data again at intervals while they change without a request of this page. */
export function useReloadWhile(
  isChanging: boolean,
  { isLoading, reload }: Pick<Query<unknown>, 'isLoading' | 'reload'>,
  everyMs: number,
): void {
  useEffect(() => {
    if (!isChanging || isLoading) return;
    const timer = setTimeout(() => void reload(), everyMs);
    return () => clearTimeout(timer);
  }, [isChanging, isLoading]);
}

// What others change is shown a minute later at most.
const WATCH_MS = 60_000;

/** Load data again every minute while the page is visible, and when it becomes visible: others change them. */
export function useWatch({ reload }: Pick<Query<unknown>, 'reload'>): void {
  useEffect(() => {
    const load = () => {
      if (!document.hidden) void reload();
    };
    const timer = setInterval(load, WATCH_MS);
    document.addEventListener('visibilitychange', load);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', load);
    };
  }, [reload]);
}
