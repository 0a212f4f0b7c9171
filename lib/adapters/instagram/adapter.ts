export { readPost } from '../../platforms/instagram/adapter/media.ts';
export { instagramConnector as connector } from '../../platforms/instagram/adapter/oauth.ts';
export { instagramPublisher as publisher } from '../../platforms/instagram/adapter/publish.ts';
export { parseInstagramWebhook as parseWebhook } from '../../platforms/instagram/adapter/webhook.ts';
