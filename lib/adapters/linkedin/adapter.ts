export { linkedinConnector as connector } from '../../platforms/linkedin/adapter/oauth.ts';
export { linkedinPublisher as publisher } from '../../platforms/linkedin/adapter/publish.ts';
export { parseLinkedInWebhook as parseWebhook } from '../../platforms/linkedin/adapter/webhook.ts';
