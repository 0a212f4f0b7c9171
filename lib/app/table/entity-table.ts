// Generated from the entities of the features by `npm run generate`; do not edit.
import {
  accountEntity,
  accountRemovalEntity,
  accountReservationEntity,
  defaultAccountEntity,
  inboundAccountEntity,
  metricsSpendingEntity,
  publishLimitEntity,
} from '../../accounts/entities/accounts.ts';
import { connectFlowEntity, platformAppEntity, workspaceAppEntity } from '../../accounts/entities/connections.ts';
import {
  engagementEntity,
  engagementWindowEntity,
  inboundBatchEntity,
  orphanCommentEntity,
} from '../../analytics/entities/engagements.ts';
import {
  bucketEntity,
  contentBucketEntity,
  postMetricsEntity,
  publishedPostEntity,
} from '../../analytics/entities/metrics.ts';
import { dailyTextCountEntity, postTermsEntity, termBucketEntity } from '../../analytics/entities/terms.ts';
import { heartbeatEntity } from '../../app/sweep/entities.ts';
import { operatorIndexEntity } from '../../app/table/entities.ts';
import { auditClaimEntity, auditEntryEntity, auditHeadEntity } from '../../audit/entities/audit-log.ts';
import { contentEntity, contentTargetEntity, contentVersionEntity } from '../../content/entities/contents.ts';
import { openSendsEntity, postClaimEntity, sandboxPostEntity } from '../../content/entities/posts.ts';
import {
  approvalReminderEntity,
  reminderCheckEntity,
  reviewCommentEntity,
  reviewLinkEntity,
} from '../../content/entities/reviews.ts';
import { scheduleEntryEntity, schedulePlanEntity } from '../../content/entities/schedule-entries.ts';
import { emailCountEntity, sentEmailEntity } from '../../core/email/entities.ts';
import { rateWindowEntity } from '../../core/rate-limit/entities.ts';
import { counterEntity, tombstoneEntity } from '../../core/table/entities.ts';
import { contentClaimEntity } from '../../duplicates/entities/content-claims.ts';
import { exportEntity } from '../../exports/entities/exports.ts';
import { calendarFeedEntity } from '../../feeds/entities/calendar-feeds.ts';
import { haltEntity, haltReleaseEntity, releaseTimesEntity } from '../../halts/entities/halts.ts';
import {
  accessTokenEntity,
  agentUsageEntity,
  apiKeyEntity,
  apiKeyUsageEntity,
  authorizationCodeEntity,
  deviceLoginEntity,
  failedTokenRequestEntity,
} from '../../identity/entities/api-keys.ts';
import {
  emailReservationEntity,
  invitationEntity,
  invitationTokenEntity,
  memberEntity,
} from '../../identity/entities/members.ts';
import { idempotencyEntity, inFlightRequestEntity } from '../../identity/entities/requests.ts';
import {
  passkeyChallengeEntity,
  passkeyCredentialEntity,
  passkeyEntity,
  portalLinkEntity,
  sessionEntity,
  signInLinkEntity,
  signInRequestEntity,
} from '../../identity/entities/sign-in.ts';
import { externalIdEntity, workspaceEntity, workspaceSettingsEntity } from '../../identity/entities/workspaces.ts';
import { importEntity, importKeyEntity, importRowEntity } from '../../imports/entities/imports.ts';
import { labelEntity, labelNameEntity } from '../../labels/entities/labels.ts';
import { linkRulesEntity } from '../../link-rules/entities/link-rules.ts';
import { mediaAssetEntity, mediaDeletionEntity } from '../../media/entities/media-assets.ts';
import {
  notificationDigestEntity,
  notificationEntity,
  notificationSettingsEntity,
  notificationTaskEntity,
  unsentNotificationEntity,
} from '../../notifications/entities/notifications.ts';
import { hostLeaseEntity, slowHostEntity } from '../../publishing/entities/hosts.ts';
import { queueEntity, queueNameEntity } from '../../queues/entities/queues.ts';
import { recurrenceEntity, recurrenceOccurrenceEntity } from '../../recurrences/entities/recurrences.ts';
import { contentLabelEntity, searchDocumentEntity, searchTermEntity } from '../../search/entities/search-index.ts';
import { templateEntity, templateNameEntity } from '../../templates/entities/templates.ts';
import { removedUsageEntity, stageUsageEntity, usageDayEntity, usageRecordEntity } from '../../usage/entities/usage.ts';
import { deliveryEntity, recoveryEntity } from '../../webhooks/entities/deliveries.ts';
import { endpointEntity, endpointUrlReservationEntity } from '../../webhooks/entities/endpoints.ts';
import { eventEntity } from '../../webhooks/entities/events.ts';
import { limitNoticeEntity } from '../../workspaces/entities/limit-notices.ts';
import { workspaceDeletionEntity } from '../../workspaces/entities/workspace-deletions.ts';

/** Every entity, by its name. */
export const ENTITIES = {
  AccessToken: accessTokenEntity,
  Account: accountEntity,
  AccountRemoval: accountRemovalEntity,
  AccountReservation: accountReservationEntity,
  AgentUsage: agentUsageEntity,
  ApiKey: apiKeyEntity,
  ApiKeyUsage: apiKeyUsageEntity,
  ApprovalReminder: approvalReminderEntity,
  AuditClaim: auditClaimEntity,
  AuditEntry: auditEntryEntity,
  AuditHead: auditHeadEntity,
  AuthorizationCode: authorizationCodeEntity,
  Bucket: bucketEntity,
  CalendarFeed: calendarFeedEntity,
  ConnectFlow: connectFlowEntity,
  Content: contentEntity,
  ContentBucket: contentBucketEntity,
  ContentClaim: contentClaimEntity,
  ContentLabel: contentLabelEntity,
  ContentTarget: contentTargetEntity,
  ContentVersion: contentVersionEntity,
  Counter: counterEntity,
  DailyTextCount: dailyTextCountEntity,
  DefaultAccount: defaultAccountEntity,
  Delivery: deliveryEntity,
  DeviceLogin: deviceLoginEntity,
  EmailCount: emailCountEntity,
  EmailReservation: emailReservationEntity,
  Endpoint: endpointEntity,
  EndpointUrlReservation: endpointUrlReservationEntity,
  Engagement: engagementEntity,
  EngagementWindow: engagementWindowEntity,
  Event: eventEntity,
  Export: exportEntity,
  ExternalId: externalIdEntity,
  FailedTokenRequest: failedTokenRequestEntity,
  Halt: haltEntity,
  HaltRelease: haltReleaseEntity,
  Heartbeat: heartbeatEntity,
  HostLease: hostLeaseEntity,
  Idempotency: idempotencyEntity,
  Import: importEntity,
  ImportKey: importKeyEntity,
  ImportRow: importRowEntity,
  InFlightRequest: inFlightRequestEntity,
  InboundAccount: inboundAccountEntity,
  InboundBatch: inboundBatchEntity,
  Invitation: invitationEntity,
  InvitationToken: invitationTokenEntity,
  Label: labelEntity,
  LabelName: labelNameEntity,
  LimitNotice: limitNoticeEntity,
  LinkRules: linkRulesEntity,
  MediaAsset: mediaAssetEntity,
  MediaDeletion: mediaDeletionEntity,
  Member: memberEntity,
  MetricsSpending: metricsSpendingEntity,
  Notification: notificationEntity,
  NotificationDigest: notificationDigestEntity,
  NotificationSettings: notificationSettingsEntity,
  NotificationTask: notificationTaskEntity,
  OpenSends: openSendsEntity,
  OperatorIndex: operatorIndexEntity,
  OrphanComment: orphanCommentEntity,
  Passkey: passkeyEntity,
  PasskeyChallenge: passkeyChallengeEntity,
  PasskeyCredential: passkeyCredentialEntity,
  PlatformApp: platformAppEntity,
  PortalLink: portalLinkEntity,
  PostClaim: postClaimEntity,
  PostMetrics: postMetricsEntity,
  PostTerms: postTermsEntity,
  PublishLimit: publishLimitEntity,
  PublishedPost: publishedPostEntity,
  Queue: queueEntity,
  QueueName: queueNameEntity,
  RateWindow: rateWindowEntity,
  Recovery: recoveryEntity,
  Recurrence: recurrenceEntity,
  RecurrenceOccurrence: recurrenceOccurrenceEntity,
  ReleaseTimes: releaseTimesEntity,
  ReminderCheck: reminderCheckEntity,
  RemovedUsage: removedUsageEntity,
  ReviewComment: reviewCommentEntity,
  ReviewLink: reviewLinkEntity,
  SandboxPost: sandboxPostEntity,
  ScheduleEntry: scheduleEntryEntity,
  SchedulePlan: schedulePlanEntity,
  SearchDocument: searchDocumentEntity,
  SearchTerm: searchTermEntity,
  SentEmail: sentEmailEntity,
  Session: sessionEntity,
  SignInLink: signInLinkEntity,
  SignInRequest: signInRequestEntity,
  SlowHost: slowHostEntity,
  StageUsage: stageUsageEntity,
  Template: templateEntity,
  TemplateName: templateNameEntity,
  TermBucket: termBucketEntity,
  Tombstone: tombstoneEntity,
  UnsentNotification: unsentNotificationEntity,
  UsageDay: usageDayEntity,
  UsageRecord: usageRecordEntity,
  Workspace: workspaceEntity,
  WorkspaceApp: workspaceAppEntity,
  WorkspaceDeletion: workspaceDeletionEntity,
  WorkspaceSettings: workspaceSettingsEntity,
};

export type EntityName = keyof typeof ENTITIES;
