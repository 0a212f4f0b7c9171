import type { Content } from '../../content/rules/content.ts';
import { timeOfId } from '../../core/values/id.ts';
import { isResultAt, type SearchWord, type Source, sourcesOf } from '../rules/search-query.ts';
import { type IdRange, labelledId, parseTermKey, readLabel, readTerms } from '../store/search-index.ts';

/** The keys that one request reads, and that are counted for the choice of a word. */
const KEYS_PER_READ = 100;

/** The labels of a word whose items a page reads. Most of a thousand may have none. */
const LABELS_PER_PAGE = 20;

/**
 * The word that leads through the results, or a label. `index`: its place in the search. `sources`: where this page reads,
 * and `following` the label that the next one continues with.
 */
export type Driver = { index: number; sources: Source[]; following: string | null; word: SearchWord | null };

/**
 * A place in the results: the label of a source, empty for the terms, and the sort key of an item there, empty before the
 * first. Another label of the same word may have a new name when the results continue.
 */
type Position = { label: string; sk: string };

/** An item that the index names, and whether it is a result there. */
export type Candidate = Position & { contentId: string; isResult: (content: Content) => boolean };

/**
 * Choose what leads through the results: of several words the one with the fewest entries. Up to a hundred of each are
 * read; of words with more, the one whose newest hundred reach back furthest. A further page continues with the word of the
 * first.
 */
export async function chooseDriver(
  workspaceId: string,
  words: SearchWord[],
  label: string | null,
  cursor: string | null,
): Promise<{ driver: Driver; after: Position | null }> {
  const [index, from, sk] = cursor === null ? [] : (JSON.parse(cursor) as [number, string, string]);
  const after = from === undefined || sk === undefined ? null : { label: from, sk };
  if (words.length === 0) {
    return { driver: { index: 0, sources: [{ label: label! }], following: null, word: null }, after };
  }
  const chosen = index ?? (words.length === 1 ? 0 : await mostSelective(workspaceId, words));
  const word = words[chosen]!;
  // The labels of a word are in the order of their ids.
  const open = sourcesOf(word).filter((source) => !after || labelOf(source) >= after.label);
  const labels = open.filter((source) => 'label' in source);
  const following = labels[LABELS_PER_PAGE]?.label ?? null;
  const sources = following === null ? open : open.slice(0, open.length - labels.length + LABELS_PER_PAGE);
  return { driver: { index: chosen, sources, following, word }, after };
}

function labelOf(source: Source): string {
  return 'term' in source ? '' : source.label;
}

async function mostSelective(workspaceId: string, words: SearchWord[]): Promise<number> {
  const selectivities = await Promise.all(
    words.map(async ({ prefix, labels }, index) => {
      const { items, next } = await readTerms(workspaceId, prefix, { limit: KEYS_PER_READ, after: null });
      const newest = items.map((item) => parseTermKey(String(item.sk)));
      const count = newest.length + labels.size * KEYS_PER_READ;
      return { index, count, spanMs: next && labels.size === 0 ? spanOf(newest) : 0, length: prefix.length };
    }),
  );
  return selectivities.sort((a, b) => a.count - b.count || b.spanMs - a.spanMs || b.length - a.length)[0]!.index;
}

/** Return the time between the newest item of a term and the last of these. 0 for several terms: more of them may follow. */
function spanOf(entries: readonly { term: string; contentId: string }[]): number {
  const [first, last] = [entries[0]!, entries.at(-1)!];
  return first.term === last.term ? timeOfId(first.contentId) - timeOfId(last.contentId) : 0;
}

/** Read the items of a driver in the order of the results, after a position: at most `size` at once. */
export async function* readCandidates(
  workspaceId: string,
  { sources, word }: Driver,
  after: Position | null,
  range: IdRange,
  size: number,
): AsyncGenerator<Candidate[], void> {
  for (const source of sources) {
    const label = labelOf(source);
    let sk = after?.label === label ? after.sk || null : null;
    for (;;) {
      const keys = { limit: KEYS_PER_READ, after: sk };
      const { items, next } =
        'term' in source
          ? await readTerms(workspaceId, word!.prefix, keys)
          : await readLabel(workspaceId, source.label, keys, range);
      const found = items.map((item) => String(item.sk));
      for (let start = 0; start < found.length; start += size) {
        yield found.slice(start, start + size).map((each) => toCandidate(each, label, source, word));
      }
      sk = found.at(-1) ?? sk;
      if (!next) break;
    }
  }
}

function toCandidate(sk: string, label: string, source: Source, word: SearchWord | null): Candidate {
  const { term, contentId } = 'term' in source ? parseTermKey(sk) : { term: null, contentId: labelledId(sk) };
  const isResult = (content: Content) => word === null || isResultAt(content, word, source, term);
  return { label, sk, contentId, isResult };
}
