import type { Post, PreparedState } from '../../platforms/kit/publisher.ts';

/** List the texts that one request publishes: that of the post, and those of the parts after it. */
export function textsOf({ text, following = [] }: Pick<Post, 'text' | 'following'>): string[] {
  return [text, ...following.map((part) => part.text)];
}

/** Return a post with the texts that were stored for it. Without any, as in earlier versions, it keeps its own. */
export function withTexts(post: Post, texts: PreparedState[string] | undefined): Post {
  if (!Array.isArray(texts)) return post;
  const [text = post.text, ...others] = texts;
  const following = post.following?.map((part, index) => ({ ...part, text: others[index] ?? part.text }));
  return { ...post, text, ...(following ? { following } : {}) };
}
