import { contentInPath, publishingStatesOf } from '../content/steps/content-prefetch.ts';
import type { Prefetch } from '../identity/pipeline/prefetch.ts';
import { prefetchLinkRules } from '../link-rules/store/link-rules.ts';

/** Prefetch what every request for a new item or a schedule reads: what warnings depend on, and the link rules. */
export const prefetchNewItem: Prefetch = prefetchLinkRules(publishingStatesOf);

/** Prefetch what every change of the item that the path names reads: besides, the item. */
export const prefetchItemInPath: Prefetch = prefetchLinkRules(contentInPath);
