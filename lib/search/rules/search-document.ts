import { type Content, optionsInOrder } from '../../content/rules/content.ts';
import { MAX_WORDS, toTerm, withoutPrefixes, wordsOf } from './words.ts';

/** What an item is found by: the terms of its words, and the ids of its labels and campaign. */
export interface SearchedFields {
  terms: string[];
  labels: string[];
}

/** Under what an item is stored in the index. */
export interface SearchDocument extends SearchedFields {
  workspace_id: string;
  content_id: string;
  /** While a worker writes the index (ISO 8601). The document then names what the index may have. */
  lease_ends_at?: string;
  version: number;
}

/** Return what an item is found by: its title, the texts of all platforms, their threads and comments, and its labels. */
export function searchedFields(content: Content | null): SearchedFields {
  if (!content) return { terms: [], labels: [] };
  const { title, description, platform_options, labels, campaign } = content;
  const posts = [content, ...optionsInOrder(platform_options).map(([, own]) => own)];
  const texts = posts.flatMap(({ thread = [], first_comment, ...post }) => [
    ...('text' in post && post.text !== undefined ? [post.text] : []),
    ...thread.map(({ text }) => text),
    first_comment ?? '',
  ]);
  const words = wordsOf([title, description ?? '', ...texts]);
  return {
    terms: withoutPrefixes(words.slice(0, MAX_WORDS)).map(toTerm),
    labels: campaign === null ? labels : [...labels, campaign],
  };
}

/** Return the fields of two documents together. */
export function unionOf(one: SearchedFields, other: SearchedFields): SearchedFields {
  return {
    terms: [...new Set([...one.terms, ...other.terms])],
    labels: [...new Set([...one.labels, ...other.labels])],
  };
}

/** Return the fields of a document that another does not have. */
export function without(fields: SearchedFields, other: SearchedFields): SearchedFields {
  return {
    terms: fields.terms.filter((term) => !other.terms.includes(term)),
    labels: fields.labels.filter((id) => !other.labels.includes(id)),
  };
}
