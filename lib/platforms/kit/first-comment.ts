import type { Post, ReplyTo } from './definition/platform-definition.ts';

/** A comment on a post: the post that it answers. */
export type Comment = Pick<Post, 'text'> & { replyTo: ReplyTo };

/** Check whether a post is a comment. @throws Error for a reply, which a platform without threads is never sent. */
export function isComment<Part extends Post>(post: Part): post is Part & Comment {
  if (post.replyTo?.kind === 'reply') throw new Error('The platform has no threads');
  return post.replyTo !== undefined;
}
