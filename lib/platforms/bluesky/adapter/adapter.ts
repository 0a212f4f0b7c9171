export { blueskyConnector as connector } from './oauth.ts';
export { blueskyPublisher as publisher } from './publish.ts';
export { readPost } from './read-post.ts';
