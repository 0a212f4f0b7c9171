import type { Access, Post, Preparation, PreparedState, PrepareFailure, PrepareOutcome } from '../../kit/publisher.ts';

// LinkedIn does not document its limits for the texts of an article; other platforms show no more.
const MAX_TITLE_CHARACTERS = 300;
const MAX_DESCRIPTION_CHARACTERS = 1000;

/**
 * Prepare the card of the link of a post, an article: LinkedIn reads no page itself. A page or an image that cannot be
 * read never makes a post fail: the host stands in for the title. Only an error of LinkedIn does, which the post would meet
 * too.
 */
export async function prepareArticle(
  link: string,
  preparation: Preparation,
  upload: (imageUrl: string) => Promise<string | PrepareFailure>,
  ...[, { fetchPage }]: Access
): Promise<PrepareOutcome> {
  if (preparation.saved?.articleTitle) return { outcome: 'prepared', preparation: preparation.saved };
  const page = (await fetchPage?.(link)) ?? null;
  const thumbnail = page?.imageUrl ? await upload(page.imageUrl) : null;
  if (thumbnail !== null && typeof thumbnail !== 'string' && thumbnail.error.category !== 'content') return thumbnail;
  const prepared = {
    articleTitle: (page?.title ?? new URL(link).hostname).slice(0, MAX_TITLE_CHARACTERS).toWellFormed(),
    articleDescription: (page?.description ?? '').slice(0, MAX_DESCRIPTION_CHARACTERS).toWellFormed(),
    ...(typeof thumbnail === 'string' ? { articleThumbnail: thumbnail } : {}),
  };
  return { outcome: 'prepared', preparation: prepared };
}

/** Return the content of a post with the card of its link, as it was prepared. */
export function toArticle({ link }: Post, preparation: PreparedState): { content: object } {
  const { articleTitle: title, articleDescription: description, articleThumbnail: thumbnail } = preparation;
  const article = { source: link, title, ...(description ? { description } : {}), ...(thumbnail ? { thumbnail } : {}) };
  return { content: { article } };
}
