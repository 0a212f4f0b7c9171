import type { Content } from '../../content/rules/content.ts';
import { invalidQueryError } from '../../core/problems/request-errors.ts';
import type { Label } from '../../labels/rules/label.ts';
import { searchedFields } from './search-document.ts';
import { toTerm, wordsOf } from './words.ts';

const MAX_SEARCH_WORDS = 5;

/** One word of a search: the prefix of the terms that it finds, and the labels whose names have a word with it. */
export interface SearchWord {
  prefix: string;
  /** The ids of the labels, in a fixed order. */
  labels: ReadonlySet<string>;
}

/** Parse a search. Throws 400 for one without a word, and for one with more than five. */
export function parseSearch(search: string, labels: Pick<Label, 'id' | 'name'>[]): SearchWord[] {
  const words = wordsOf([search]);
  if (words.length === 0) throw searchError('Must contain a letter or a digit.');
  if (words.length > MAX_SEARCH_WORDS) throw searchError(`Must have at most ${MAX_SEARCH_WORDS} different words.`);
  const named = labels.map(({ id, name }) => ({ id, terms: wordsOf([name]).map(toTerm) }));
  return words.map(toTerm).map((prefix) => {
    const matching = named.filter(({ terms }) => terms.some((term) => term.startsWith(prefix))).map(({ id }) => id);
    return { prefix, labels: new Set(matching.sort()) };
  });
}

function searchError(detail: string) {
  return invalidQueryError([{ pointer: 'search', code: 'invalid', detail }]);
}

/** Where a list continues: in the index of a term, or among the items of a label. */
export type Source = { term: true } | { label: string };

/** List where the items of a word are found, in the order of the results. */
export function sourcesOf({ labels }: SearchWord): Source[] {
  return [{ term: true }, ...[...labels].map((label) => ({ label }))];
}

/**
 * Return whether an item is a result at this place. An item that a word finds by several of its terms or labels is one at
 * the first of them only, so that no page repeats it. `term`: the term under which it was found.
 */
export function isResultAt(content: Content, driver: SearchWord, source: Source, term: string | null): boolean {
  const { terms, labels } = searchedFields(content);
  const found = terms.filter((each) => each.startsWith(driver.prefix)).sort();
  if ('term' in source) return found[0] === term;
  return found.length === 0 && labels.filter((id) => driver.labels.has(id)).sort()[0] === source.label;
}

/** Return whether an item has each word of a search. */
export function hasWords(content: Content, words: SearchWord[]): boolean {
  const { terms, labels } = searchedFields(content);
  return words.every(
    (word) => terms.some((term) => term.startsWith(word.prefix)) || labels.some((id) => word.labels.has(id)),
  );
}
