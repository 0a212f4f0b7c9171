import { classifyNoResponse, missingPostId, toPrepareFailure } from '../classification.ts';
import { getPath, isSuccess, parseJsonBody } from '../json-response.ts';
import type { Media } from '../platform-definition.ts';
import type { PlatformConnection, Post, PrepareFailure, PublishingAccount } from '../publisher.ts';
import { call, classify, isId } from './request.ts';

async function createContainer(
  body: object,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ outcome: 'created'; id: string } | PrepareFailure> {
  const path = `${encodeURIComponent(account.externalId)}/media`;
  const result = await call('POST', path, body, account, connection);
  if (result.response === null) return toPrepareFailure(classifyNoResponse(result));
  if (!isSuccess(result.response)) return toPrepareFailure(classify(result.response, account));
  const id = getPath(parseJsonBody(result.response), 'id');
  return isId(id) ? { outcome: 'created', id } : toPrepareFailure(missingPostId(result.response.status));
}

function toImageFields({ url, alt }: Media): object {
  return { image_url: url, ...(alt === undefined || alt === '' ? {} : { alt_text: alt }) };
}

/**
 * Create the container of a post.
 *
 * Several images have a container each, and a carousel container that refers to them.
 */
export async function createContainers(
  post: Post,
  account: PublishingAccount,
  connection: PlatformConnection,
) {
  const caption = post.text === '' ? {} : { caption: post.text };
  const [only, ...others] = post.media;
  if (only !== undefined && others.length === 0) {
    return createContainer({ ...toImageFields(only), ...caption }, account, connection);
  }
  const children: string[] = [];
  for (const media of post.media) {
    const child = await createContainer(
      { ...toImageFields(media), is_carousel_item: true },
      account,
      connection,
    );
    if (child.outcome !== 'created') return child;
    children.push(child.id);
  }
  const carousel = { media_type: 'CAROUSEL', children: children.join(','), ...caption };
  return createContainer(carousel, account, connection);
}
