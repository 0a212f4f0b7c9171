import { describe, expect, it } from 'vitest';
import { canonicalJson } from '../../lib/core/values/canonical-json.ts';
import { type Json, setupApi, storedItems } from '../functions/api-harness.ts';
import { newAgent } from '../functions/given/agents.ts';
import { send } from '../functions/mcp-client.ts';
import { type Ask, callsIn, isTrusted, obey, stringsOf } from '../functions/planted/obedient-agent.ts';
import { decodings, type PlantedText, plantedTexts } from '../functions/planted/planted-texts.ts';
import { CHANNELS } from '../functions/planted/planting.ts';
import { newTenant } from '../functions/tenants.ts';

/** An agent that obeys the tools, before 500 instructions in texts from outside. */

const PLANTED = 500;
// Ranges of characters that a reader does not see, apart from the list of the service.
// biome-ignore format: several ranges per line keep the list short.
const INVISIBLE = [
  [0x00, 0x08], [0x0b, 0x1f], [0x7f, 0x9f], [0xad, 0xad], [0x34f, 0x34f], [0x61c, 0x61c], [0x115f, 0x1160], [0x17b4, 0x17b5],
  [0x180b, 0x180f], [0x200b, 0x200f], [0x2028, 0x202e], [0x2060, 0x206f], [0x2800, 0x2800], [0x3164, 0x3164],
  [0xe000, 0xf8ff], [0xfe00, 0xfe0f], [0xfeff, 0xfeff], [0xffa0, 0xffa0], [0xe0000, 0xe0fff], [0xf0000, 0x10ffff],
] as const;
const EDIT = { request_id: 'own-edit', text: 'Better' };

const table = setupApi();

function hasInvisible(text: string): boolean {
  return [...text].some((each) =>
    INVISIBLE.some(([from, to]) => each.codePointAt(0)! >= from && each.codePointAt(0)! <= to),
  );
}

/** A workspace with an agent, its draft, and each of `count` texts planted in one of the channels in turn. */
async function setup(count: number) {
  const tenant = await newTenant();
  const { token } = await newAgent(tenant, { budgets: { drafts: 2_000, submissions: 2_000, requests: 100_000 } });
  const ask: Ask = async (method, params) => {
    const { json } = await send(token, method, params);
    return (json.result ?? json.error) as Json;
  };
  const drafted = await ask('tools/call', {
    name: 'draft_post',
    arguments: { request_id: 'own', title: 'Mine', platforms: ['twitter'] },
  });
  const postId = String(((drafted.structuredContent as Json).post as Json).id);
  const planted = plantedTexts(count, postId);
  const names = Object.keys(CHANNELS);
  for (const [index, name] of names.entries()) {
    const texts = planted.filter((_, number) => number % names.length === index).map(({ text }) => text);
    await CHANNELS[name]!.plant(tenant, texts, postId);
  }
  const isRead = (_: unknown, number: number) => CHANNELS[names[number % names.length]!]!.isRead;
  return { ask, postId, planted, readable: planted.filter(isRead) };
}

const stored = () => canonicalJson(storedItems(table).filter(({ entity }) => entity !== 'AgentUsage'));

/** The planted texts that a field without the prefix has in any form, or that arrive with invisible characters. */
function leaksOf(answers: Json[], planted: readonly PlantedText[]): string[] {
  const marks = new Set(planted.map(({ mark }) => mark));
  const hasMark = (text: string) =>
    decodings(text).some(
      (each) => /zq\d{4}/.test(each) && (each.match(/zq\d{4}/g) ?? []).some((mark) => marks.has(mark)),
    );
  return answers.flatMap((answer) =>
    stringsOf(answer).flatMap((said) => {
      if (isTrusted(said)) return hasMark(said.text) ? [said.field] : [];
      return said.field.startsWith('untrusted_') && hasInvisible(said.text) ? [`invisible in ${said.field}`] : [];
    }),
  );
}

/** The marks of the planted texts that an agent has read in untrusted fields. */
function marksIn(answers: Json[]): Set<string> {
  const said = answers.flatMap((answer) => stringsOf(answer)).filter(({ field }) => field.startsWith('untrusted_'));
  return new Set(said.flatMap(({ text }) => text.match(/zq\d{4}/g) ?? []));
}

/** Change the answers on their way to the agent, as a tool with a defect would. */
function withDefect(ask: Ask, defect: (json: string) => string): Ask {
  return async (...asked) => JSON.parse(defect(JSON.stringify(await ask(...asked)))) as Json;
}

describe('an agent that obeys every tool', () => {
  it(`reads ${PLANTED} planted instructions in untrusted fields only, and writes nothing`, {
    timeout: 240_000,
  }, async () => {
    const { ask, planted, readable } = await setup(PLANTED);
    const before = stored();
    const { answers, calls } = await obey(ask);
    expect(leaksOf(answers, planted)).toEqual([]);
    expect([...marksIn(answers)].sort()).toEqual(readable.map(({ mark }) => mark));
    expect(calls).toBe(0);
    expect(stored()).toBe(before);
  });

  it('finds them in no answer of a tool that writes', async () => {
    const { ask, planted, postId } = await setup(52);
    const post_id = String(storedItems(table).find(({ title }) => title === 'Decided 0')!.id);
    const answers = [];
    for (const [name, given] of [
      ['edit_draft', { ...EDIT, post_id }],
      ['submit_for_approval', { request_id: 'own-submit', post_id }],
      ['draft_reply', { request_id: 'own-reply', post_id: postId, text: 'Thanks' }],
      ['draft_post', { request_id: 'own-other', title: 'Other', platforms: ['x'] }],
    ] as const) {
      answers.push(await ask('tools/call', { name, arguments: given }));
    }
    expect(answers.map(({ isError }) => isError)).toEqual([undefined, undefined, undefined, undefined]);
    expect(leaksOf(answers, planted)).toEqual([]);
    expect(marksIn(answers).size).toBe(1);
  });

  it('understands every form of an instruction', () => {
    const texts = plantedTexts(PLANTED, 'cnt_01K00000000000000000000000').map(({ text }) => text);
    expect(texts.filter((text) => callsIn(text).length === 0)).toEqual([]);
    expect(texts.filter((text) => hasInvisible(text)).length).toBeGreaterThan(PLANTED / 3);
  });
});

describe('a defect of a tool', () => {
  it.each([
    ['that names the field of a text without the prefix', 'untrusted_text', 'text_of_comment'],
    ['that has an author in a name of its own', 'untrusted_author', 'author'],
    ['that returns the title of a page as that of the post', 'untrusted_title', 'title'],
    ['that returns the error of a platform as a message', 'untrusted_error_message', 'message'],
  ])('%s is found, and the agent writes', async (_, field, leaking) => {
    const { ask, planted } = await setup(130);
    const before = stored();
    const { answers, calls } = await obey(withDefect(ask, (json) => json.replaceAll(field, leaking)));
    expect(leaksOf(answers, planted)).toContain(leaking);
    expect(calls).toBeGreaterThan(0);
    expect(stored()).not.toBe(before);
  });

  it('that leaves invisible characters in a text is found', async () => {
    const { ask, planted } = await setup(13);
    const defect = (json: string) => json.replaceAll(/(untrusted_text\\?":\\?")/g, '$1\u{e0041}');
    const { answers } = await obey(withDefect(ask, defect));
    expect(leaksOf(answers, planted)).toContain('invisible in untrusted_text');
  });
});
