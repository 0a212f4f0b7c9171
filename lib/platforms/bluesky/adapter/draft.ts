import { classifyNoResponse, toPrepareFailure, toRetry } from '../../kit/http/classification.ts';
import { asString, getPath, isSuccess, parseJsonBody } from '../../kit/http/json-response.ts';
import type { Access, Post, Preparation, PreparedState, PrepareFailure, Unfinished } from '../../kit/publisher.ts';
import { definition, linkCard, POST_COLLECTION } from '../facts/facts.ts';
import { findLinkedParts, type LinkedPart, toFacets } from '../facts/rich-text.ts';
import { makeLinkCard } from './link-card.ts';
import { classify, queryPublicly } from './request.ts';
import { mediaEmbed, uploadMedia } from './uploads.ts';

const DID = definition.externalId.pattern;

/** The handles that are looked up at the same time. */
const CONCURRENT_LOOKUPS = 5;

/** How long the lookups of an attempt take together, in milliseconds: it holds a place that other posts wait for. */
const LOOKUP_MS = 30_000;

/** What is left for the lookups of an attempt. */
export type LookupTime = { leftMs: number };

/** Start the time for the lookups of an attempt. */
export function newLookupTime(): LookupTime {
  return { leftMs: LOOKUP_MS };
}

/** A post without its time and without what it answers. */
export type Draft = { $type: typeof POST_COLLECTION; text: string; facets?: object[]; embed?: object };

/** What is drafted of a post, or of a part after it. */
export type DraftedPost = Pick<Post, 'text' | 'media' | 'link'>;

type DraftOutcome = { outcome: 'drafted'; draft: Draft; uploads: PreparedState } | Unfinished | PrepareFailure;

/** Check whether drafting a post sends requests: for its media, its mentions, or the card of a link. */
export function draftsWithRequests({ text, media, link }: DraftedPost): boolean {
  return media.length > 0 || Boolean(link) || findLinkedParts(text).some(({ kind }) => kind !== 'tag');
}

/**
 * Draft the record of a post: look up its mentions, upload its media, and build the card of its link. The last upload is
 * saved with the start of sending only, so nothing that may fail for now follows it.
 */
export async function draftRecord(
  post: DraftedPost,
  preparation: Preparation,
  lookupTime: LookupTime,
  ...access: Access
): Promise<DraftOutcome> {
  const parts = findLinkedParts(post.text);
  const dids = await resolveMentions(parts, preparation, lookupTime, ...access);
  if ('outcome' in dids) return dids;
  const uploads = await uploadMedia(post.media, preparation, ...access);
  if (uploads.outcome !== 'prepared') return uploads;
  const embed = await makeEmbed(post, uploads.preparation, preparation.hasTime, ...access);
  if (embed !== null && 'outcome' in embed) return embed;
  const facets = toFacets(post.text, parts, dids);
  const draft: Draft = {
    $type: POST_COLLECTION,
    text: post.text,
    ...(facets.length === 0 ? {} : { facets }),
    ...(embed === null ? {} : { embed }),
  };
  return { outcome: 'drafted', draft, uploads: uploads.preparation };
}

/** Build the embed of a post: its images or video, or the card of its link, otherwise of the first link in the text. */
async function makeEmbed(
  { text, media, link }: DraftedPost,
  uploads: PreparedState,
  hasTime: Preparation['hasTime'],
  ...access: Access
): Promise<{ $type: string } | null | PrepareFailure> {
  const embed = mediaEmbed(media, uploads);
  if (embed) return embed;
  const uri = linkCard.urlOf({ text, media, link });
  if (!uri) return null;
  if (!hasTime()) return toSlowPreparation('The page of its link was not read in time.');
  return makeLinkCard(uri, Boolean(link), ...access);
}

/**
 * Look up the DIDs of the handles that are mentioned, some at a time, while the preparation and its lookups have time. A
 * handle that the server cannot resolve has none.
 */
async function resolveMentions(
  parts: LinkedPart[],
  preparation: Preparation,
  lookupTime: LookupTime,
  ...[account, connection]: Access
): Promise<Map<string, string> | PrepareFailure> {
  const handles = new Set(parts.flatMap((part) => (part.kind === 'mention' ? [part.handle] : [])));
  const dids = new Map<string, string>();
  const all = [...handles];
  for (let start = 0; start < all.length; start += CONCURRENT_LOOKUPS) {
    const group = all.slice(start, start + CONCURRENT_LOOKUPS);
    // Lookups are not saved, so another attempt repeats them: it is one that has failed.
    const { leftMs } = lookupTime;
    if (leftMs <= 0 || !preparation.hasTime()) return toSlowPreparation('Its mentions were not looked up in time.');
    const startMs = Date.now();
    const deadlineMs = Math.min(connection.deadlineMs, leftMs);
    const found = await Promise.all(group.map((each) => resolveMention(each, account, { ...connection, deadlineMs })));
    lookupTime.leftMs -= Date.now() - startMs;
    for (const [index, did] of found.entries()) {
      if (did === null) continue;
      if (typeof did !== 'string') return did;
      dids.set(group[index]!, did);
    }
  }
  return dids;
}

/** Look up the DID of a handle; null without one. */
async function resolveMention(
  handle: string,
  ...[account, connection]: Access
): Promise<string | null | PrepareFailure> {
  const parameters = new URLSearchParams({ handle });
  const result = await queryPublicly('com.atproto.identity.resolveHandle', parameters, connection);
  if (result.response === null) return toPrepareFailure(classifyNoResponse(result));
  if (!isSuccess(result.response)) {
    const failure = toPrepareFailure(classify(result.response, account));
    return failure.outcome === 'retry' ? failure : null;
  }
  const did = asString(getPath(parseJsonBody(result.response), 'did')) ?? '';
  return DID.test(did) ? did : null;
}

/** Build the outcome of a preparation that has used up its time and saved nothing. */
function toSlowPreparation(reason: string): PrepareFailure {
  return toRetry('preparation_slow', `The post was not sent because its preparation timed out. ${reason}`, 'system');
}
