import type { Stage } from '../stack/stages.ts';

/** What a function needs to know of its stage; the stack writes it into the environment. */
export type Settings = Pick<
  Stage,
  | 'allowsLoopbackReceivers'
  | 'latenessLimitSeconds'
  | 'linkedInVersion'
  | 'platformUrls'
  | 'tokenUrls'
  | 'metricPollEveryMinutes'
  | 'webhookPlan'
  | 'failingEndpoints'
  | 'secretOverlapSeconds'
  | 'invitationSender'
  | 'invitationPage'
  | 'showsInvitationTokens'
>;

/** The settings of the stage this function was deployed to. Throws when the stack did not give them. */
export function settings(): Settings {
  const text = process.env.SETTINGS;
  if (!text) throw new Error('SETTINGS is not set: this function was not given its stage.');
  return JSON.parse(text) as Settings;
}
