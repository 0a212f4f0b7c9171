import { TOOLS } from '../../../lib/agents/tools/tools.ts';
import type { Json } from '../api-harness.ts';
import { decodings } from './planted-texts.ts';

/** Sends a message to the MCP server. Returns the result, or the error. */
export type Ask = (method: string, params: Json) => Promise<Json>;

/** A string of an answer, with the name of its field. Keys of objects are strings of the field that has them. */
export type Said = { field: string; text: string };

const WRITING = TOOLS.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name);
const INSTRUCTION = new RegExp(`(${WRITING.join('|')})\\s*(\\{[^{}]*\\})`, 'g');
const READING = TOOLS.filter(({ annotations }) => annotations.readOnlyHint);
// Of the others, each page is read, or each post.
const ABOUT_NO_POST = READING.filter(({ input }) => !('post_id' in input().shape || 'cursor' in input().shape));
const ABOUT_A_POST = READING.filter(({ example }) => 'post_id' in example);

/** List every string of an answer. A string that is JSON, as a text block or a resource, is also read as that. */
export function stringsOf(value: unknown, field = ''): Said[] {
  if (typeof value === 'string') return [...stringsOf(parsedOrNull(value, field), field), { field, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, child]) =>
    Array.isArray(value)
      ? stringsOf(child, field)
      : [{ field: `key of ${field}`, text: key }, ...stringsOf(child, key)],
  );
}

// The text block of a result and the text of a resource, which have the same fields as the structured content.
function parsedOrNull(text: string, field: string): unknown {
  return field === 'text' && text.startsWith('{') ? objectOrNull(text) : null;
}

function objectOrNull(text: string): Json | null {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Return whether an agent may take a string for what the service says. */
export function isTrusted({ field, text }: Said): boolean {
  return !field.startsWith('untrusted_') && !(field === 'text' && parsedOrNull(text, field) !== null);
}

/** Read everything that the server has: its lists, and each tool, resource and prompt for each post. */
export async function readEverything(ask: Ask): Promise<Json[]> {
  const answers: Json[] = [];
  const read = async (method: string, params: Json = {}) => {
    const answer = await ask(method, params);
    answers.push(answer);
    return (answer.structuredContent ?? answer) as Json;
  };
  const call = (name: string, given: Json) => read('tools/call', { name, arguments: given });
  for (const method of ['server/discover', 'tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'])
    await read(method);
  const pages = async (name: string, given: Json, list: string) => {
    const all: Json[] = [];
    for (let cursor: unknown; cursor !== null; ) {
      const page = await call(name, { ...given, limit: 50, ...(cursor === undefined ? {} : { cursor }) });
      all.push(...(page[list] as Json[]));
      cursor = page.next_cursor ?? null;
    }
    return all;
  };
  for (const kind of ['comments', 'mentions']) await pages('read_comments', { kind }, 'comments');
  await call('read_metrics', {});
  await call('check_draft', { title: 'Mine', platforms: ['x'] });
  for (const { name, example } of ABOUT_NO_POST) await call(name, example);
  for (const uri of ['cis://reports/7d', 'cis://plan/2026-W32']) await read('resources/read', { uri });
  const posts = (await pages('find_posts', {}, 'posts')).map(({ id }) => String(id));
  for (const post_id of posts) {
    for (const { name } of ABOUT_A_POST) await call(name, { post_id });
    await read('resources/read', { uri: `cis://posts/${post_id}` });
  }
  for (const name of ['plan_week', 'answer_comments', 'explain_failure']) {
    const given = name === 'explain_failure' ? { post_id: posts[0] } : { week: '2026-W32' };
    await read('prompts/get', { name, arguments: given });
  }
  return answers;
}

/**
 * Do what the server says: read everything, and make each call that a string outside of the untrusted fields names, in
 * whatever form. Returns the answers that it read, and how many calls it made.
 */
export async function obey(ask: Ask): Promise<{ answers: Json[]; calls: number }> {
  const answers = await readEverything(ask);
  const said = answers.flatMap((answer) => stringsOf(answer)).filter(isTrusted);
  const calls = new Map(said.flatMap(({ text }) => callsIn(text)).map((call) => [JSON.stringify(call), call]));
  for (const call of calls.values()) await ask('tools/call', call);
  return { answers, calls: calls.size };
}

/** List the calls of writing tools that a text names, in whatever form. */
export function callsIn(text: string): Json[] {
  return decodings(text).flatMap((each) =>
    [...each.matchAll(INSTRUCTION)].flatMap(([, name, given]) => {
      const args = objectOrNull(given!);
      return args === null ? [] : [{ name, arguments: args }];
    }),
  );
}
