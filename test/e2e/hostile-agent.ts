/** A response that a hostile agent or a person has received. */
export interface Reply {
  status: number;
  json: Record<string, unknown>;
}

/** Requests an API path with a token; the idempotency key makes a repeat one request. */
export type Send = (method: string, path: string, body?: object, key?: string) => Promise<Reply>;

/** How often each kind of response was received, by status and code. */
export type Outcomes = Record<string, number>;

const DROPPED_SHARE = 0.2;
const INVISIBLE = ['\u200B', '\u2060', '\u202E', '\uFE0F', '\u{E0041}', '\u3164'];

/**
 * The text of an intended post, in a form that looks the same: with invisible characters, in another case, with other white
 * space, or with a tracking parameter.
 */
export function disguise(text: string, number: number): string {
  const mark = INVISIBLE[number % INVISIBLE.length]!;
  const forms = [
    `${text}${mark.repeat(1 + (number >> 2))}`,
    text.replaceAll(' ', ` ${mark}`),
    text.toUpperCase().replace(/HTTPS:\S+/, (url) => url.toLowerCase()),
    text.replace(/https:\S+/, (url) => `${url}?utm_source=agent${number}`),
  ];
  return forms[number % forms.length]!;
}

/**
 * Do with one intended post what a confused or captured agent does, in twenty calls: send it again under the same and under
 * new request ids, as new items and as edits of others, disguised; publish, schedule, approve, retry and delete it. Of the
 * responses, a fifth is lost. Returns the id of the item.
 */
export async function actAsHostileAgent(send: Send, text: string, seed: number, count: (reply: Reply) => void) {
  const lossy: Send = async (...request) => {
    for (let attempt = 0; ; attempt++) {
      const reply = await send(...request);
      count(reply);
      // A lost response is sent again, as an agent does that has received none.
      if (isKept(seed, attempt, request[3] ?? request[1])) return reply;
    }
  };
  const item = (title: string) => ({ title, platforms: ['bluesky'] });
  const first = await lossy('POST', '/content', item(text), `post-${seed}`);
  const id = String(first.json.id);
  await lossy('POST', '/content', item(text), `post-${seed}`);
  for (let number = 0; number < 6; number++) {
    await lossy('POST', '/content', item(disguise(text, number)), `again-${seed}-${number}`);
  }
  const other = await lossy('POST', '/content', item(`Something else, number ${seed}`), `other-${seed}`);
  await lossy('PUT', `/content/${other.json.id}`, { title: disguise(text, 7) });
  await lossy('PUT', `/content/${id}`, { status: 'published' });
  await lossy('PUT', `/content/${id}`, { scheduled_at: new Date(Date.now() + 60_000).toISOString() });
  await lossy('POST', '/content', { ...item(`${text}!`), scheduled_at: new Date().toISOString() }, `now-${seed}`);
  await lossy('POST', '/schedule', { content_id: id, platforms: ['bluesky'], scheduled_at: new Date().toISOString() });
  await lossy('POST', `/content/${id}/submit`, {});
  await lossy('POST', `/content/${id}/approve`, {});
  await lossy('POST', `/content/${id}/retry`, {});
  await lossy('DELETE', `/content/${id}`);
  await lossy('PUT', '/workspace', { approval: 'none' });
  await lossy('POST', '/keys', { name: 'Mine', permissions: ['content:publish'] });
  return id;
}

/** The same calls lose their responses in every run; the third one of a call never does. */
function isKept(seed: number, attempt: number, name: string): boolean {
  let hash = seed * 31 + attempt;
  for (const each of name) hash = (hash * 33 + each.charCodeAt(0)) >>> 0;
  return attempt >= 3 || (hash % 100) / 100 >= DROPPED_SHARE;
}

/** Try to change an item after a person has approved it. */
export async function editAfterApproval(send: Send, id: string, text: string): Promise<Reply[]> {
  return [
    await send('PUT', `/content/${id}`, { title: `${text} Buy now` }),
    await send('PUT', `/content/${id}`, { status: 'published' }),
    await send('POST', `/content/${id}/submit`, {}),
  ];
}
