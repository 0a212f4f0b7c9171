import { readPost } from '../tools/read-post.ts';
import type { ResourceKind } from './resource-kind.ts';

/** A post as `read_post` returns it. */
export const postResource: ResourceKind = {
  uriTemplate: 'cis://posts/{id}',
  name: 'post',
  title: 'Post',
  description:
    'A post with its approval, its outcome on each account, and the remarks about it, as read_post returns it.',
  pattern: /^cis:\/\/posts\/(cnt_[0-9A-Z]{26})$/,
  listed: null,
  read: (post_id, call, nowMs) => readPost.run({ post_id }, call, nowMs),
};
