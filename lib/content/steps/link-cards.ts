import { createHash } from 'node:crypto';
import { putObject } from '../../core/aws/s3.ts';
import { requireEnv } from '../../core/config/env.ts';
import { downloadCardImage } from '../../core/net/download-media.ts';
import { fetchPage, type LinkedPage } from '../../core/net/fetch-page.ts';
import { log } from '../../core/observability/log.ts';
import { tooManyInFlight } from '../../core/problems/problems.ts';
import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { MAX_IN_FLIGHT } from '../../identity/rules/rate-limits.ts';
import { limitInFlight } from '../../identity/steps/in-flight-limit.ts';
import { detectType } from '../../media/files/detect-type.ts';
import { cardImageKey } from '../../media/rules/media-keys.ts';
import type { CardImage, Content, LinkCard } from '../rules/content.ts';
import { isCardImageType, linksToRead, newLinkCard } from '../rules/post/card-links.ts';

/** What a page has for a card; null for one that could not be read. */
type ReadPage = { page: LinkedPage; image: CardImage | null } | null;

/** The pages that a request has read. After a write conflict it runs again, and reads no page twice. */
const pagesOfRequest = new WeakMap<RequestContext, Map<string, Promise<ReadPage>>>();

/**
 * Read the pages that an item links, five at most, and store the images of their cards. Throws 429 while the workspace
 * has too many such requests in flight.
 */
export async function readLinkCards(content: Content, context: RequestContext): Promise<LinkCard[]> {
  const links = linksToRead(content);
  const pages = pagesOfRequest.get(context) ?? new Map<string, Promise<ReadPage>>();
  pagesOfRequest.set(context, pages);
  const missing = new Set(links.map(({ url }) => url).filter((url) => !pages.has(url)));
  const readMissing = async () => {
    for (const url of missing) pages.set(url, readPage(url, content));
    await Promise.all(pages.values());
  };
  if (missing.size > 0) {
    const scope = { workspaceId: content.workspace_id, operation: 'content.submit' };
    await limitInFlight(scope, readMissing, async () => {
      const detail = `This workspace has ${MAX_IN_FLIGHT} submissions that wait for linked pages.`;
      throw tooManyInFlight(detail, { headers: { 'retry-after': '5' } });
    });
  }
  return Promise.all(
    links.map(async (link) => {
      const { page, image } = (await pages.get(link.url)) ?? { page: null, image: null };
      return newLinkCard(link, page, image);
    }),
  );
}

async function readPage(url: string, content: Content): Promise<ReadPage> {
  const page = await fetchPage(url);
  return page && { page, image: page.imageUrl === null ? null : await storeImage(page.imageUrl, content) };
}

/** Store the image of a page; null when there is none that a card may have. */
async function storeImage(imageUrl: string, { workspace_id, id: content_id }: Content): Promise<CardImage | null> {
  try {
    const bytes = await downloadCardImage(imageUrl);
    const content_type = detectType(bytes);
    if (!isCardImageType(content_type)) return null;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const key = cardImageKey({ workspace_id, content_id }, hash);
    await putObject(requireEnv('MEDIA_BUCKET'), key, bytes, { 'content-type': content_type });
    return { hash, content_type, size_bytes: bytes.byteLength };
  } catch (error) {
    log.info('image of a link card not stored', { workspace_id, content_id, error: error as Error });
    return null;
  }
}
