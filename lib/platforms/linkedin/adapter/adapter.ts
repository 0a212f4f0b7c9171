export { linkedinConnector as connector } from './oauth.ts';
export { linkedinPublisher as publisher } from './publish.ts';
export { parseLinkedInWebhook as parseWebhook } from './webhook.ts';
