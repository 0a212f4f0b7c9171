import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';

/**
 * The terms and labels under which an item is stored in the index of words; while a worker writes there, also those
 * that it adds, with a lease.
 */
export const searchDocumentEntity = /* @__PURE__ */ defineEntity({
  name: 'SearchDocument',
  pk: 'WS#{workspace_id}#SEARCHDOCUMENT',
  sk: '{content_id}',
});

export const searchDocumentLifecycle: Lifecycle = { ending: 'data' };

/**
 * Lists an item for each of its first 200 words with which no other of them begins, the newest first: the position is
 * the complement of its id; written by the step worker.
 */
export const searchTermEntity = /* @__PURE__ */ defineEntity({
  name: 'SearchTerm',
  pk: 'WS#{workspace_id}#SEARCHTERM',
  sk: '{term}#{position}',
});

export const searchTermLifecycle: Lifecycle = { ending: 'data' };

/** Lists an item for each of its labels and its campaign; written by the step worker. */
export const contentLabelEntity = /* @__PURE__ */ defineEntity({
  name: 'ContentLabel',
  pk: 'WS#{workspace_id}#CONTENTLABEL',
  sk: '{label_id}#{content_id}',
});

export const contentLabelLifecycle: Lifecycle = { ending: 'data' };
