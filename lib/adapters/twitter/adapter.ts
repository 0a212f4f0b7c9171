export { twitterConnector as connector } from '../../platforms/twitter/adapter/oauth.ts';
export { twitterPublisher as publisher } from '../../platforms/twitter/adapter/publish.ts';
export { parseTwitterWebhook as parseWebhook } from '../../platforms/twitter/adapter/webhook.ts';
