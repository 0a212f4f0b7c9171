export { twitterConnector as connector } from './oauth.ts';
export { twitterPublisher as publisher } from './publish.ts';
export { parseTwitterWebhook as parseWebhook } from './webhook.ts';
