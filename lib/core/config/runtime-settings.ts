import type { Stage } from '../../stack/stage-settings.ts';

/** The parts of a stage that functions need. The stack writes them into the environment of every function. */
const RUNTIME_SETTINGS = [
  'hasAlarms',
  'allowsLoopbackReceivers',
  'latenessLimitSeconds',
  'linkedInVersion',
  'platformUrls',
  'tokenUrls',
  'codeUrls',
  'blueskyUrls',
  'authorizeUrls',
  'metricPollEveryMinutes',
  'webhookPlan',
  'failingEndpoints',
  'secretOverlapSeconds',
  'auditAddressRetentionDays',
  'commenterTextRetentionDays',
  'emailSender',
  'invitationPage',
  'showsInvitationTokens',
] as const satisfies (keyof Stage)[];

export type Settings = Pick<Stage, (typeof RUNTIME_SETTINGS)[number]>;

/** Return the settings of a stage. */
export function settingsOf(stage: Stage): Settings {
  return Object.fromEntries(RUNTIME_SETTINGS.map((name) => [name, stage[name]])) as Settings;
}
