import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../domain/platform.ts';
import { admission, blockOf, freshTerms } from '../domain/term-block.ts';
import { log } from '../log.ts';
import { addedUp, commit, LostRace } from '../table/commit.ts';
import {
  BlockFull,
  countName,
  loadBlockNames,
  loadTermedPosts,
  type Series,
  type TermedPost,
  termAdditions,
  termedPostWrite,
} from '../table/term.ts';

/** A text that belongs to a post, its own or a comment on it: the terms in it, and when it was written (ISO 8601). */
export interface TermedText {
  content_id: string;
  platform: Platform;
  terms: string[];
  at: string;
}

// A transaction takes a hundred writes: a mark, a block and a day for each text at most. An update takes 4 KB of
// expression, which is some 300 terms.
const MOST_TEXTS = 30;
const MOST_TERMS = 250;
const TRIES = 8;
const PAUSE_MS = 50;

/**
 * Counts the terms of texts, on their platform and on all together: each term once for a post, in the hour of
 * the first text that has it. In one transaction with the mark of what was counted, so that texts that are
 * read again, by others or at the same time, count nothing. Throws when it could not be done.
 */
export async function countTerms(workspaceId: string, texts: TermedText[]): Promise<void> {
  const withTerms = texts.filter(({ terms }) => terms.length > 0);
  const byPlatform = Map.groupBy(withTerms, ({ platform }) => platform);
  await Promise.all(
    [...byPlatform, ['all', withTerms] as const].map(async ([series, group]) => {
      for (const part of partsOf(group)) await countPart(workspaceId, series, part);
    }),
  );
}

/** Texts in parts of which each fits into one transaction; a text has at most 120 terms. */
function partsOf(texts: TermedText[]): TermedText[][] {
  const parts: TermedText[][] = [];
  let terms = 0;
  for (const text of texts) {
    const part = parts.at(-1);
    if (part && part.length < MOST_TEXTS && terms + text.terms.length <= MOST_TERMS) {
      part.push(text);
      terms += text.terms.length;
    } else {
      parts.push([text]);
      terms = text.terms.length;
    }
  }
  return parts;
}

async function countPart(workspaceId: string, series: Series, texts: TermedText[]): Promise<void> {
  let isFull = false;
  for (let tries = 1; ; tries++) {
    try {
      return await attempt(workspaceId, series, texts, isFull);
    } catch (error) {
      if (tries === TRIES || !(error instanceof BlockFull || error instanceof LostRace)) throw error;
      if (error instanceof BlockFull) {
        isFull = true;
        log.info('a block of terms is full', { workspace_id: workspaceId, series });
      }
      if (error instanceof LostRace) await sleep(Math.random() * PAUSE_MS * tries);
    }
  }
}

async function attempt(
  workspaceId: string,
  series: Series,
  texts: TermedText[],
  isFull: boolean,
): Promise<void> {
  const ids = [...new Set(texts.map(({ content_id }) => content_id))];
  const found = await loadTermedPosts(workspaceId, series, ids);
  const before = new Map(ids.map((id, index) => [id, found[index] ?? null]));
  const isAdmitted = isFull ? await admissions(workspaceId, series, texts) : () => true;
  const after = new Map<string, TermedPost>();
  const additions = texts.flatMap(({ content_id, terms, at }) => {
    const post = after.get(content_id) ?? before.get(content_id) ?? newPost(workspaceId, series, content_id);
    const fresh = freshTerms(post.terms, terms).filter((term) => isAdmitted(term, at));
    if (fresh.length === 0) return [];
    after.set(content_id, { ...post, terms: [...post.terms, ...fresh] });
    return termAdditions(workspaceId, series, { terms: fresh, at }, isFull);
  });
  const nowMs = Date.now();
  await commit([
    ...[...after].map(([id, post]) => termedPostWrite(before.get(id) ?? null, post, nowMs)),
    ...addedUp(additions),
  ]);
}

function newPost(workspace_id: string, series: Series, content_id: string): TermedPost {
  return { workspace_id, series, content_id, terms: [], version: 0 };
}

/** Which terms the blocks of these texts take, now that one of them may be full. */
async function admissions(workspaceId: string, series: Series, texts: TermedText[]) {
  const times = texts.map(({ at }) => at);
  const held = await loadBlockNames(workspaceId, series, times);
  const rules = new Map([...held].map(([block, names]) => [block, admission(names)]));
  return (term: string, at: string) => rules.get(blockOf(new Date(at)))?.(countName(term, at)) ?? true;
}
