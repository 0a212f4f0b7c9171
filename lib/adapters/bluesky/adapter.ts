export { blueskyConnector as connector } from './oauth.ts';
export { blueskyPublisher as publisher } from './publish.ts';
