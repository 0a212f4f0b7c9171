/** A response that a hostile agent or a person has received. */
export interface Reply {
  status: number;
  json: Record<string, unknown>;
}

/** Requests an API path with a token; the idempotency key makes a repeat one request. */
export type Send = (method: string, path: string, body?: object, key?: string) => Promise<Reply>;

/** Calls a tool of the MCP server. A rejected call has the status that the API has for its code. */
export type CallTool = (name: string, given: object) => Promise<Reply>;

/** Both ways of an agent to the service. */
export interface Agent {
  send: Send;
  callTool: CallTool;
}

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
 * Do with one intended post what a confused or captured agent does, in 29 calls of the API and of the MCP server: send it
 * again under the same and under new request ids, as new items and as edits of others, disguised; publish, schedule, approve,
 * retry and delete it. Of the responses, a fifth is lost. An odd `seed` creates and submits the post by MCP, an even one by
 * the API. Returns the id of the item.
 */
export async function actAsHostileAgent(agent: Agent, text: string, seed: number, count: (reply: Reply) => void) {
  const untilReceived = async (name: string, request: () => Promise<Reply>) => {
    for (let attempt = 0; ; attempt++) {
      const reply = await request();
      count(reply);
      // A lost response is sent again, as an agent does that has received none.
      if (isKept(seed, attempt, name)) return reply;
    }
  };
  const send: Send = (...request) => untilReceived(request[3] ?? request[1], () => agent.send(...request));
  const call = (name: string, request_id: string, given: object) =>
    untilReceived(`${name} ${request_id}`, () => agent.callTool(name, { request_id, ...given }));
  const byMcp = seed % 2 === 1;
  const item = (title: string) => ({ title, platforms: ['bluesky'] });
  const create = async () => {
    if (!byMcp) return idOf(await send('POST', '/content', item(text), `post-${seed}`));
    const { status, json } = await call('draft_post', `post-${seed}`, item(text));
    return idOf({ status, json: (json.post as Reply['json'] | undefined) ?? json });
  };
  const id = await create();
  await create();
  await send('POST', '/content', item(text), `second-${seed}`);
  await call('draft_post', `second-${seed}`, item(text));
  for (let number = 0; number < 6; number++) {
    await send('POST', '/content', item(disguise(text, number)), `again-${seed}-${number}`);
    if (number % 2 === 0) await call('draft_post', `again-${seed}-${number}`, item(disguise(text, number + 1)));
  }
  const other = await send('POST', '/content', item(`Something else, number ${seed}`), `other-${seed}`);
  const otherId = String(other.json.id);
  await send('PUT', `/content/${otherId}`, { title: disguise(text, 7) });
  await call('edit_draft', `edit-${seed}`, { post_id: otherId, title: disguise(text, 6) });
  await call('edit_draft', `publish-${seed}`, { post_id: id, status: 'published' });
  // Its server could send other bytes after the approval.
  await send('PUT', `/content/${id}`, { media: [{ url: 'https://files.invalid/a.jpg', type: 'image' }] });
  await send('PUT', `/content/${id}`, { status: 'published' });
  await send('PUT', `/content/${id}`, { scheduled_at: new Date(Date.now() + 60_000).toISOString() });
  await send('POST', '/content', { ...item(`${text}!`), scheduled_at: new Date().toISOString() }, `now-${seed}`);
  await send('POST', '/schedule', { content_id: id, platforms: ['bluesky'], scheduled_at: new Date().toISOString() });
  await untilReceived(`check-${seed}`, () => agent.callTool('check_draft', { post_id: id }));
  const submissions = [
    () => send('POST', `/content/${id}/submit`, {}),
    () => call('submit_for_approval', `submit-${seed}`, { post_id: id }),
  ];
  for (const submit of byMcp ? submissions.reverse() : submissions) await submit();
  await send('POST', `/content/${id}/approve`, {});
  await send('POST', `/content/${id}/retry`, {});
  await send('DELETE', `/content/${id}`);
  await send('PUT', '/workspace', { approval: 'none' });
  await send('POST', '/keys', { name: 'Mine', permissions: ['content:publish'] });
  return id;
}

function idOf({ status, json }: Reply): string {
  if (typeof json.id !== 'string') throw new Error(`No item was created: ${status} ${JSON.stringify(json)}`);
  return json.id;
}

/** The same calls lose their responses in every run; the third one of a call never does. */
function isKept(seed: number, attempt: number, name: string): boolean {
  let hash = seed * 31 + attempt;
  for (const each of name) hash = (hash * 33 + each.charCodeAt(0)) >>> 0;
  return attempt >= 3 || (hash % 100) / 100 >= DROPPED_SHARE;
}

/** Try to change an item after a person has approved it. */
export async function editAfterApproval({ send, callTool }: Agent, id: string, text: string): Promise<Reply[]> {
  return [
    await send('PUT', `/content/${id}`, { title: `${text} Buy now` }),
    await send('PUT', `/content/${id}`, { status: 'published' }),
    await send('POST', `/content/${id}/submit`, {}),
    await callTool('edit_draft', { request_id: `late-${id}`, post_id: id, title: `${text} Buy now` }),
    await callTool('submit_for_approval', { request_id: `late-${id}`, post_id: id }),
  ];
}
