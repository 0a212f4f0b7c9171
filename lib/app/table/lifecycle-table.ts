// Generated from the entities of the features by `npm run generate`; do not edit.
import {
  accountLifecycle,
  accountRemovalLifecycle,
  accountReservationLifecycle,
  defaultAccountLifecycle,
  inboundAccountLifecycle,
  metricsSpendingLifecycle,
  publishLimitLifecycle,
} from '../../accounts/entities/accounts.ts';
import {
  connectFlowLifecycle,
  platformAppLifecycle,
  workspaceAppLifecycle,
} from '../../accounts/entities/connections.ts';
import {
  engagementLifecycle,
  engagementWindowLifecycle,
  inboundBatchLifecycle,
  orphanCommentLifecycle,
} from '../../analytics/entities/engagements.ts';
import {
  bucketLifecycle,
  contentBucketLifecycle,
  postMetricsLifecycle,
  publishedPostLifecycle,
} from '../../analytics/entities/metrics.ts';
import { dailyTextCountLifecycle, postTermsLifecycle, termBucketLifecycle } from '../../analytics/entities/terms.ts';
import { heartbeatLifecycle } from '../../app/sweep/entities.ts';
import { operatorIndexLifecycle } from '../../app/table/entities.ts';
import { auditClaimLifecycle, auditEntryLifecycle, auditHeadLifecycle } from '../../audit/entities/audit-log.ts';
import { contentLifecycle, contentTargetLifecycle, contentVersionLifecycle } from '../../content/entities/contents.ts';
import { openSendsLifecycle, postClaimLifecycle, sandboxPostLifecycle } from '../../content/entities/posts.ts';
import {
  approvalReminderLifecycle,
  reminderCheckLifecycle,
  reviewCommentLifecycle,
  reviewLinkLifecycle,
} from '../../content/entities/reviews.ts';
import { scheduleEntryLifecycle, schedulePlanLifecycle } from '../../content/entities/schedule-entries.ts';
import { emailCountLifecycle, sentEmailLifecycle } from '../../core/email/entities.ts';
import { rateWindowLifecycle } from '../../core/rate-limit/entities.ts';
import { counterLifecycle, tombstoneLifecycle } from '../../core/table/entities.ts';
import type { Lifecycle } from '../../core/table/lifecycle.ts';
import { contentClaimLifecycle } from '../../duplicates/entities/content-claims.ts';
import { exportLifecycle } from '../../exports/entities/exports.ts';
import { calendarFeedLifecycle } from '../../feeds/entities/calendar-feeds.ts';
import { haltLifecycle, haltReleaseLifecycle, releaseTimesLifecycle } from '../../halts/entities/halts.ts';
import {
  accessTokenLifecycle,
  agentUsageLifecycle,
  apiKeyLifecycle,
  apiKeyUsageLifecycle,
  authorizationCodeLifecycle,
  deviceLoginLifecycle,
  failedTokenRequestLifecycle,
} from '../../identity/entities/api-keys.ts';
import {
  emailReservationLifecycle,
  invitationLifecycle,
  invitationTokenLifecycle,
  memberLifecycle,
} from '../../identity/entities/members.ts';
import { idempotencyLifecycle, inFlightRequestLifecycle } from '../../identity/entities/requests.ts';
import {
  passkeyChallengeLifecycle,
  passkeyCredentialLifecycle,
  passkeyLifecycle,
  portalLinkLifecycle,
  sessionLifecycle,
  signInLinkLifecycle,
  signInRequestLifecycle,
} from '../../identity/entities/sign-in.ts';
import {
  externalIdLifecycle,
  workspaceLifecycle,
  workspaceSettingsLifecycle,
} from '../../identity/entities/workspaces.ts';
import { importKeyLifecycle, importLifecycle, importRowLifecycle } from '../../imports/entities/imports.ts';
import { labelLifecycle, labelNameLifecycle } from '../../labels/entities/labels.ts';
import { linkRulesLifecycle } from '../../link-rules/entities/link-rules.ts';
import { mediaAssetLifecycle, mediaDeletionLifecycle } from '../../media/entities/media-assets.ts';
import {
  notificationDigestLifecycle,
  notificationLifecycle,
  notificationSettingsLifecycle,
  notificationTaskLifecycle,
  unsentNotificationLifecycle,
} from '../../notifications/entities/notifications.ts';
import { hostLeaseLifecycle, slowHostLifecycle } from '../../publishing/entities/hosts.ts';
import { queueLifecycle, queueNameLifecycle } from '../../queues/entities/queues.ts';
import { recurrenceLifecycle, recurrenceOccurrenceLifecycle } from '../../recurrences/entities/recurrences.ts';
import {
  contentLabelLifecycle,
  searchDocumentLifecycle,
  searchTermLifecycle,
} from '../../search/entities/search-index.ts';
import { templateLifecycle, templateNameLifecycle } from '../../templates/entities/templates.ts';
import {
  removedUsageLifecycle,
  stageUsageLifecycle,
  usageDayLifecycle,
  usageRecordLifecycle,
} from '../../usage/entities/usage.ts';
import { deliveryLifecycle, recoveryLifecycle } from '../../webhooks/entities/deliveries.ts';
import { endpointLifecycle, endpointUrlReservationLifecycle } from '../../webhooks/entities/endpoints.ts';
import { eventLifecycle } from '../../webhooks/entities/events.ts';
import { limitNoticeLifecycle } from '../../workspaces/entities/limit-notices.ts';
import { workspaceDeletionLifecycle } from '../../workspaces/entities/workspace-deletions.ts';
import type { EntityName } from './entity-table.ts';

/** How the items of every entity end, and where they are. */
export const LIFECYCLES: Record<EntityName, Lifecycle> = {
  AccessToken: accessTokenLifecycle,
  Account: accountLifecycle,
  AccountRemoval: accountRemovalLifecycle,
  AccountReservation: accountReservationLifecycle,
  AgentUsage: agentUsageLifecycle,
  ApiKey: apiKeyLifecycle,
  ApiKeyUsage: apiKeyUsageLifecycle,
  ApprovalReminder: approvalReminderLifecycle,
  AuditClaim: auditClaimLifecycle,
  AuditEntry: auditEntryLifecycle,
  AuditHead: auditHeadLifecycle,
  AuthorizationCode: authorizationCodeLifecycle,
  Bucket: bucketLifecycle,
  CalendarFeed: calendarFeedLifecycle,
  ConnectFlow: connectFlowLifecycle,
  Content: contentLifecycle,
  ContentBucket: contentBucketLifecycle,
  ContentClaim: contentClaimLifecycle,
  ContentLabel: contentLabelLifecycle,
  ContentTarget: contentTargetLifecycle,
  ContentVersion: contentVersionLifecycle,
  Counter: counterLifecycle,
  DailyTextCount: dailyTextCountLifecycle,
  DefaultAccount: defaultAccountLifecycle,
  Delivery: deliveryLifecycle,
  DeviceLogin: deviceLoginLifecycle,
  EmailCount: emailCountLifecycle,
  EmailReservation: emailReservationLifecycle,
  Endpoint: endpointLifecycle,
  EndpointUrlReservation: endpointUrlReservationLifecycle,
  Engagement: engagementLifecycle,
  EngagementWindow: engagementWindowLifecycle,
  Event: eventLifecycle,
  Export: exportLifecycle,
  ExternalId: externalIdLifecycle,
  FailedTokenRequest: failedTokenRequestLifecycle,
  Halt: haltLifecycle,
  HaltRelease: haltReleaseLifecycle,
  Heartbeat: heartbeatLifecycle,
  HostLease: hostLeaseLifecycle,
  Idempotency: idempotencyLifecycle,
  Import: importLifecycle,
  ImportKey: importKeyLifecycle,
  ImportRow: importRowLifecycle,
  InFlightRequest: inFlightRequestLifecycle,
  InboundAccount: inboundAccountLifecycle,
  InboundBatch: inboundBatchLifecycle,
  Invitation: invitationLifecycle,
  InvitationToken: invitationTokenLifecycle,
  Label: labelLifecycle,
  LabelName: labelNameLifecycle,
  LimitNotice: limitNoticeLifecycle,
  LinkRules: linkRulesLifecycle,
  MediaAsset: mediaAssetLifecycle,
  MediaDeletion: mediaDeletionLifecycle,
  Member: memberLifecycle,
  MetricsSpending: metricsSpendingLifecycle,
  Notification: notificationLifecycle,
  NotificationDigest: notificationDigestLifecycle,
  NotificationSettings: notificationSettingsLifecycle,
  NotificationTask: notificationTaskLifecycle,
  OpenSends: openSendsLifecycle,
  OperatorIndex: operatorIndexLifecycle,
  OrphanComment: orphanCommentLifecycle,
  Passkey: passkeyLifecycle,
  PasskeyChallenge: passkeyChallengeLifecycle,
  PasskeyCredential: passkeyCredentialLifecycle,
  PlatformApp: platformAppLifecycle,
  PortalLink: portalLinkLifecycle,
  PostClaim: postClaimLifecycle,
  PostMetrics: postMetricsLifecycle,
  PostTerms: postTermsLifecycle,
  PublishLimit: publishLimitLifecycle,
  PublishedPost: publishedPostLifecycle,
  Queue: queueLifecycle,
  QueueName: queueNameLifecycle,
  RateWindow: rateWindowLifecycle,
  Recovery: recoveryLifecycle,
  Recurrence: recurrenceLifecycle,
  RecurrenceOccurrence: recurrenceOccurrenceLifecycle,
  ReleaseTimes: releaseTimesLifecycle,
  ReminderCheck: reminderCheckLifecycle,
  RemovedUsage: removedUsageLifecycle,
  ReviewComment: reviewCommentLifecycle,
  ReviewLink: reviewLinkLifecycle,
  SandboxPost: sandboxPostLifecycle,
  ScheduleEntry: scheduleEntryLifecycle,
  SchedulePlan: schedulePlanLifecycle,
  SearchDocument: searchDocumentLifecycle,
  SearchTerm: searchTermLifecycle,
  SentEmail: sentEmailLifecycle,
  Session: sessionLifecycle,
  SignInLink: signInLinkLifecycle,
  SignInRequest: signInRequestLifecycle,
  SlowHost: slowHostLifecycle,
  StageUsage: stageUsageLifecycle,
  Template: templateLifecycle,
  TemplateName: templateNameLifecycle,
  TermBucket: termBucketLifecycle,
  Tombstone: tombstoneLifecycle,
  UnsentNotification: unsentNotificationLifecycle,
  UsageDay: usageDayLifecycle,
  UsageRecord: usageRecordLifecycle,
  Workspace: workspaceLifecycle,
  WorkspaceApp: workspaceAppLifecycle,
  WorkspaceDeletion: workspaceDeletionLifecycle,
  WorkspaceSettings: workspaceSettingsLifecycle,
};
