export { readPost } from './media.ts';
export { instagramConnector as connector } from './oauth.ts';
export { instagramPublisher as publisher } from './publish.ts';
export { parseInstagramWebhook as parseWebhook } from './webhook.ts';
