import { CONNECT_ERRORS, LINK_ERRORS } from '../../rules/connect/connect-errors.ts';
import type { ConnectTexts } from './connect-texts.ts';

/** The pages of connections in English. */
export const en: ConnectTexts = {
  start: 'Connect your {platform} account',
  asks: '{who} wants to publish to your {platform} account.',
  warnings: {
    member: 'If you do not know them, or did not expect this page, close it. Nothing is connected then.',
    person: 'If you are not {person}, or did not expect this page, close it. Nothing is connected then.',
    product: 'If you did not expect this page, close it. Nothing is connected then.',
  },
  continue: 'Continue to {platform}',
  consent: '{who} asks for permission to publish there.',
  select: 'Select a {platform} account',
  choice: 'You manage several accounts. Select the account that {who} can publish to.',
  connected: '{account} is connected',
  publishes: '{who} can now publish to this {platform} account.',
  close: 'You can close this page.',
  back: 'Return to {place}',
  app: 'the app',
  account: 'The account',
  application: 'The application',
  requester: 'Requested by {who}.',
  code: 'Error code: {code}',
  errors: { ...CONNECT_ERRORS, ...LINK_ERRORS },
};
