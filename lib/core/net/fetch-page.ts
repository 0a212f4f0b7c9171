import { withDeadline } from './deadline.ts';
import { decodeEntities } from './html-entities.ts';
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

/** A tag without its `<`, its attributes and the text that follows. A `>` within quotes is part of a value. */
const TAG = /^(\w{1,16})((?:"[^"]*"|'[^']*'|[^>"'])*)>(.*)$/s;
// Bounded, so that no text takes more than linear time.
const ATTRIBUTE = /([a-z-]{1,32})\s{0,8}=\s{0,8}(?:"([^"]*)"|'([^']*)'|([^\s"'>]{1,2048}))/gi;

/** Parse the title, description and image of a page: those for cards (Open Graph) first. Null without a title. */
export function parsePage(html: string, pageUrl: URL): LinkedPage | null {
  const properties = new Map<string, string>();
  const add = (name = '', value = '') => {
    const text = decodeEntities(value).replace(/\s+/g, ' ').trim();
    if (name !== '' && text !== '' && !properties.has(name)) properties.set(name, text);
  };
  let skippedUntil: string | null = null;
  for (const part of html.split('<')) {
    const start = part.slice(0, 8).toLowerCase();
    if (skippedUntil !== null) {
      if (start.startsWith(skippedUntil) || (skippedUntil === '-->' && part.includes('-->'))) skippedUntil = null;
      continue;
    }
    if (/^body\b/.test(start)) break;
    if (start.startsWith('!--') && !part.includes('-->')) skippedUntil = '-->';
    const [, tag = '', attributes = '', text = ''] = TAG.exec(part) ?? [];
    const name = tag.toLowerCase();
    if (name === 'script' || name === 'style') skippedUntil = `/${name}`;
    if (name === 'title') add('title', text);
    if (name === 'meta') {
      const values = attributesOf(attributes);
      add((values.get('property') ?? values.get('name'))?.toLowerCase(), values.get('content'));
    }
  }
  const title = properties.get('og:title') ?? properties.get('title');
  if (title === undefined) return null;
  const image = properties.get('og:image') ?? '';
  return {
    title,
    description: properties.get('og:description') ?? properties.get('description') ?? '',
    imageUrl: image !== '' && URL.canParse(image, pageUrl.href) ? new URL(image, pageUrl).href : null,
  };
}

function attributesOf(text: string): Map<string, string> {
  const pairs = [...text.matchAll(ATTRIBUTE)].map(([, name, ...quoted]): [string, string] => [
    name!.toLowerCase(),
    quoted.find((value) => value !== undefined) ?? '',
  ]);
  return new Map(pairs);
}
