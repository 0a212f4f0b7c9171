/**
 * The script `/connect.js` for pages of other products: it opens a portal or a connection in a popup.
 *
 * The page at the `return_url` of a connection loads it too, and reports what its URL has to the page that opened the
 * popup. Both have one origin, which is on the list of the operator, and a channel reaches no other one. Platforms cut
 * the popup off from its opener (`Cross-Origin-Opener-Policy`), so neither `window.opener` nor `popup.closed` is reliable
 * there.
 */

interface Result {
  /** The id of the connection; null when there is none. */
  connect_id: string | null;
  /** The status in the URL, or `unfinished`: read the result with `GET /connect/{id}`. */
  status: string;
  /** That of the URL, or `popup_blocked`, `popup_closed`, `timeout`, `not_started`. */
  error: string | null;
  /** Of a headless connection with several accounts. */
  selection_token: string | null;
}

interface Connection {
  id: string;
  url: string;
}

interface Portal {
  url: string;
}

const CHANNEL = 'cis-connect';
const HOUR_MS = 3_600_000;

/**
 * Open a connection: what `POST /connect/{platform}` returns, or a promise of it. Call it in the handler of a click, or the
 * browser blocks the popup. Never rejects. `timeout`: in milliseconds.
 */
function connectAccount(started: Connection | Promise<Connection>, { timeout = HOUR_MS } = {}): Promise<Result> {
  const popup = openPopup(started, 'width=620,height=760');
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(CHANNEL);
    let id: string | null = null;
    const end = (result: Partial<Result>) => {
      clearTimeout(timer);
      clearInterval(watch);
      channel.close();
      resolve({ connect_id: id, status: 'unfinished', error: null, selection_token: null, ...result });
    };
    const fail = (error: string) => end({ error });
    const timer = setTimeout(fail, timeout, 'timeout');
    let closed = 0;
    const watch = setInterval(() => {
      // A popup that was cut off reads as closed while a person uses it: then this page has no focus.
      closed = popup?.closed && document.hasFocus() ? closed + 1 : 0;
      if (closed > 3) fail('popup_closed');
    }, 500);
    channel.onmessage = ({ data }) => {
      if (id === null || data.connect_id !== id) return;
      channel.postMessage({ received: id });
      end(data);
    };
    if (!popup) return fail('popup_blocked');
    Promise.resolve(started)
      .then((connection) => {
        id = connection.id;
        lead(popup, connection.url);
      })
      .catch(() => {
        popup.close();
        fail('not_started');
      });
  });
}

/**
 * Open a portal: what `POST /workspaces/{id}/portal-sessions` returns, or a promise of it. Call it in the handler of a
 * click, or the browser blocks the popup. Never rejects: `error` is null once the popup leads to the portal, else
 * `popup_blocked` or `not_started`.
 */
async function openPortal(started: Portal | Promise<Portal>): Promise<{ error: string | null }> {
  const popup = openPopup(started, 'width=1200,height=820');
  if (!popup) return { error: 'popup_blocked' };
  try {
    lead(popup, (await started).url);
    return { error: null };
  } catch {
    popup.close();
    return { error: 'not_started' };
  }
}

/** Open an empty popup for what `started` returns. Null where the browser blocks it: then nothing else waits for `started`. */
function openPopup(started: unknown, size: string): Window | null {
  const popup = window.open('about:blank', '_blank', `popup,${size}`);
  // The pages in the popup do not navigate this one.
  if (popup) popup.opener = null;
  else Promise.resolve(started).catch(() => undefined);
  return popup;
}

/** Lead a popup to a URL. Throws for one that is not on the web, such as a script. */
function lead(popup: Window, url: string): void {
  if (!/^https?:\/\//.test(url)) throw new Error('The URL is not on the web.');
  popup.location.replace(url);
}

/** Report the result in the URL of this page to the page that waits for it, and close the popup. */
function report(): void {
  const query = new URLSearchParams(location.search);
  const [connect_id, status] = [query.get('connect_id'), query.get('status')];
  if (!connect_id || !status) return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => data.received === connect_id && window.close();
  channel.postMessage({ connect_id, status, error: query.get('error'), selection_token: query.get('selection_token') });
}

Object.assign(window, { connectAccount, openPortal });
report();
