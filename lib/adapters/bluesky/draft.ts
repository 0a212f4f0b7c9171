import { definition, linkCard, POST_COLLECTION } from '../../platforms/facts/bluesky/facts.ts';
import { findLinkedParts, type LinkedPart, toFacets } from '../../platforms/facts/bluesky/rich-text.ts';
import { classifyNoResponse, toPrepareFailure } from '../kit/http/classification.ts';
import { asString, getPath, isSuccess, parseJsonBody } from '../kit/http/json-response.ts';
import type { Access, Post, Preparation, PreparedState, PrepareFailure, Unfinished } from '../kit/publisher.ts';
import { makeLinkCard } from './link-card.ts';
import { classify, queryPublicly } from './request.ts';
import { mediaEmbed, uploadMedia } from './uploads.ts';

const DID = definition.externalId.pattern;

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
  ...access: Access
): Promise<DraftOutcome> {
  const parts = findLinkedParts(post.text);
  const dids = await resolveMentions(parts, ...access);
  if ('outcome' in dids) return dids;
  const uploads = await uploadMedia(post.media, preparation, ...access);
  if (uploads.outcome !== 'prepared') return uploads;
  const embed = await makeEmbed(post, uploads.preparation, ...access);
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
  ...access: Access
): Promise<{ $type: string } | null | PrepareFailure> {
  const embed = mediaEmbed(media, uploads);
  if (embed) return embed;
  const uri = linkCard.urlOf({ text, media, link });
  return uri ? makeLinkCard(uri, Boolean(link), ...access) : null;
}

/** Look up the DIDs of the handles that are mentioned. A handle that the server cannot resolve has none. */
async function resolveMentions(
  parts: LinkedPart[],
  ...[account, connection]: Access
): Promise<Map<string, string> | PrepareFailure> {
  const handles = new Set(parts.flatMap((part) => (part.kind === 'mention' ? [part.handle] : [])));
  const dids = new Map<string, string>();
  for (const handle of handles) {
    const parameters = new URLSearchParams({ handle });
    const result = await queryPublicly('com.atproto.identity.resolveHandle', parameters, connection);
    if (result.response === null) return toPrepareFailure(classifyNoResponse(result));
    if (isSuccess(result.response)) {
      const did = asString(getPath(parseJsonBody(result.response), 'did')) ?? '';
      if (DID.test(did)) dids.set(handle, did);
    } else {
      const failure = toPrepareFailure(classify(result.response, account));
      if (failure.outcome === 'retry') return failure;
    }
  }
  return dids;
}
