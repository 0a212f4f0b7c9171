import type { Media } from '../domain/platform.ts';
import { answerJson, at, succeeded } from './answer.ts';
import { classifySilence, whilePreparing, withoutId } from './classification.ts';
import { call, classify, isId } from './instagram-request.ts';
import type { NotPrepared, PlatformConnection, Post, PublishingAccount } from './publisher.ts';

async function createContainer(
  body: object,
  account: PublishingAccount,
  connection: PlatformConnection,
): Promise<{ outcome: 'created'; id: string } | NotPrepared> {
  const path = `${encodeURIComponent(account.externalId)}/media`;
  const result = await call('POST', path, body, account, connection);
  if (result.answer === null) return whilePreparing(classifySilence(result));
  if (!succeeded(result.answer)) return whilePreparing(classify(result.answer, account));
  const id = at(answerJson(result.answer), 'id');
  return isId(id) ? { outcome: 'created', id } : whilePreparing(withoutId(result.answer.status));
}

function pictureOf({ url, alt }: Media): object {
  return { image_url: url, ...(alt === undefined || alt === '' ? {} : { alt_text: alt }) };
}

/** One container for one picture; for several, one for each and one that holds them together. */
export async function createContainers(
  post: Post,
  account: PublishingAccount,
  connection: PlatformConnection,
) {
  const caption = post.text === '' ? {} : { caption: post.text };
  const [only, ...others] = post.media;
  if (only !== undefined && others.length === 0) {
    return createContainer({ ...pictureOf(only), ...caption }, account, connection);
  }
  const children: string[] = [];
  for (const media of post.media) {
    const child = await createContainer({ ...pictureOf(media), is_carousel_item: true }, account, connection);
    if (child.outcome !== 'created') return child;
    children.push(child.id);
  }
  const carousel = { media_type: 'CAROUSEL', children: children.join(','), ...caption };
  return createContainer(carousel, account, connection);
}
