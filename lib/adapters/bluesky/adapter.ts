export { blueskyConnector as connector } from '../../platforms/bluesky/adapter/oauth.ts';
export { blueskyPublisher as publisher } from '../../platforms/bluesky/adapter/publish.ts';
export { readPost } from '../../platforms/bluesky/adapter/read-post.ts';
