import type { Limits } from './limits.ts';
import type { Plan } from './plans.ts';

/** By the names of the platforms in the API. */
type PerPlatform = Record<string, string>;

/** The parts of a stage that functions need; `lib/stack/stage-settings.ts` describes and checks them. */
export interface Settings {
  hasAlarms: boolean;
  allowsLoopbackReceivers: boolean;
  latenessLimitSeconds: number;
  linkedInVersion: string;
  platformUrls: PerPlatform;
  tokenUrls: PerPlatform;
  codeUrls: PerPlatform;
  blueskyUrls: { appView: string; directory: string; video: string };
  authorizeUrls: PerPlatform;
  metricPollEveryMinutes: number;
  webhookPlan: Plan;
  failingEndpoints: { warnAfterSeconds: number; disableAfterSeconds: number };
  secretOverlapSeconds: number;
  auditAddressRetentionDays: number;
  commenterTextRetentionDays: number;
  passkeyWorkspaces: readonly string[] | null;
  countsUsage: boolean;
  returnUrls: readonly string[] | null;
  defaultLimits: Limits;
  dashboard: boolean;
  emailSender: string | null;
  invitationPage: string | null;
  showsInvitationTokens: boolean;
}

/** Their names. The stack writes these settings into the environment of every function. */
const NAMES: Record<keyof Settings, true> = {
  hasAlarms: true,
  allowsLoopbackReceivers: true,
  latenessLimitSeconds: true,
  linkedInVersion: true,
  platformUrls: true,
  tokenUrls: true,
  codeUrls: true,
  blueskyUrls: true,
  authorizeUrls: true,
  metricPollEveryMinutes: true,
  webhookPlan: true,
  failingEndpoints: true,
  secretOverlapSeconds: true,
  auditAddressRetentionDays: true,
  commenterTextRetentionDays: true,
  passkeyWorkspaces: true,
  countsUsage: true,
  returnUrls: true,
  defaultLimits: true,
  dashboard: true,
  emailSender: true,
  invitationPage: true,
  showsInvitationTokens: true,
};

/** Return the settings of a stage that functions need. */
export function settingsOf(stage: Settings): Settings {
  return Object.fromEntries(Object.keys(NAMES).map((name) => [name, stage[name as keyof Settings]])) as never;
}
