import { defineEntity } from '../../core/table/define-entity.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import { shardNames, type Values } from '../../core/table/schema.ts';
import { PLATFORMS } from '../../platforms/platform.ts';
import { TERM_SHARDS } from '../rules/term-bucket.ts';

/**
 * How many posts contained each term for the first time, by hour, in four hours; a series is a platform, or all
 * together. Terms are spread over four shards by hash. At most about 18 KB; expires after 100 days.
 */
export const termBucketEntity = /* @__PURE__ */ defineEntity({
  name: 'TermBucket',
  pk: 'WS#{workspace_id}#TERMBUCKET#{series}#{shard}',
  sk: '{since}',
});

export const termBucketLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', of: ['Workspace'], values: termSeries }],
};

/** Number of texts counted in each hour of a day; expires after 100 days. */
export const dailyTextCountEntity = /* @__PURE__ */ defineEntity({
  name: 'DailyTextCount',
  pk: 'WS#{workspace_id}#DAILYTEXTCOUNT#{series}',
  sk: '{day}',
});

export const dailyTextCountLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', of: ['Workspace'], values: allSeries }],
};

/** The terms counted for an item, at most 400; expires after 400 days. */
export const postTermsEntity = /* @__PURE__ */ defineEntity({
  name: 'PostTerms',
  pk: 'WS#{workspace_id}#POSTTERMS#{series}',
  sk: '{content_id}',
});

export const postTermsLifecycle: Lifecycle = {
  ending: 'data',
  found: [{ read: 'partition', of: ['Workspace'], values: allSeries }],
};

function allSeries(): Values[] {
  return [...PLATFORMS, 'all'].map((series) => ({ series }));
}

function termSeries(): Values[] {
  return allSeries().flatMap(({ series }) => shardNames(TERM_SHARDS).map((shard) => ({ series, shard })));
}
