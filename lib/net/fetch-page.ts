import { Parser } from 'htmlparser2';
import { withDeadline } from './deadline.ts';
import { sendVettedRequest } from './vetted-request.ts';

/** What a page says about itself, for the card of a link. `imageUrl` is an absolute URL. */
export type LinkedPage = { title: string; description: string; imageUrl: string | null };

const DEADLINE_MS = 5_000;
/** The head of a page is at its start; what follows is not read. */
const MAX_BYTES = 512 * 1024;
const MAX_REDIRECTS = 3;

/**
 * Read the title, description and image of a page that a text links to: by HTTPS, from public addresses, also after
 * each redirect. Never rejects; null for anything but an HTML page with a title.
 *
 * @param resolve replaces the DNS resolver in tests.
 */
export async function fetchPage(
  location: string,
  resolve?: (hostname: string) => Promise<{ address: string; family: number }[]>,
  connection: { allowLoopback: boolean; ca?: string } = { allowLoopback: false },
): Promise<LinkedPage | null> {
  return withDeadline(DEADLINE_MS, async (signal) => {
    let url = new URL(location);
    for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
      if (url.protocol !== 'https:' || url.username !== '' || url.password !== '') return null;
      const { ca, allowLoopback } = connection;
      const headers = { host: url.host, accept: 'text/html', 'accept-encoding': 'identity' };
      const readsBody = (status: number) => status === 200;
      const request = { method: 'GET', url, headers, signal, maxResponseBytes: MAX_BYTES, readsBody } as const;
      const result = await sendVettedRequest({ ...request, allowLoopback, resolve, ca });
      if (result.status === null) return null;
      const { status, headers: received, body, end } = result;
      const target = received.location;
      if (status === 200) {
        const isHtml = /^(?:text\/html|application\/xhtml\+xml)\b/i.test(received['content-type'] ?? '');
        const isRead = end === 'complete' || end === 'too_large';
        return isHtml && isRead ? parsePage(body.toString('utf8'), url) : null;
      }
      if (status < 300 || status > 399 || target === undefined || !URL.canParse(target, url.href)) return null;
      url = new URL(target, url);
    }
    return null;
  });
}

/** Parse the title, description and image of a page: those for cards (Open Graph) first. Null without a title. */
export function parsePage(html: string, pageUrl: URL): LinkedPage | null {
  const properties = new Map<string, string>();
  const add = (name: string | undefined, value: string | undefined) => {
    const text = value?.replace(/\s+/g, ' ').trim();
    if (name && text && !properties.has(name.toLowerCase())) properties.set(name.toLowerCase(), text);
  };
  let title: string | null = null;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'title') title ??= '';
      if (name === 'meta') add(attributes.property ?? attributes.name, attributes.content);
      if (name === 'body') parser.pause();
    },
    ontext(text) {
      if (title !== null && !properties.has('title')) title += text;
    },
    onclosetag(name) {
      if (name === 'title') add('title', title ?? '');
    },
  });
  parser.end(html);
  const shown = properties.get('og:title') ?? properties.get('title');
  if (shown === undefined) return null;
  const image = properties.get('og:image') ?? '';
  return {
    title: shown,
    description: properties.get('og:description') ?? properties.get('description') ?? '',
    imageUrl: image !== '' && URL.canParse(image, pageUrl.href) ? new URL(image, pageUrl).href : null,
  };
}
