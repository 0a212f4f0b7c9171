import type { EntityName } from '../lib/app/table/entity-table.ts';

/**
 * How an item ends that a request has written:
 * - `work`: soon. It expires, counts, or the service finishes it.
 * - `data`: not with what created it. It belongs to the workspace.
 * - `creator`: with the session, the API key or the member that created it.
 * - `taken over`: it goes on as that of its creator until an owner takes it over. The removal of the creator names it.
 */
export type Ending = 'work' | 'data' | 'creator' | 'taken over';

/** How the items of each entity end, and whether they decide who approves and publishes, or with which credentials. */
// biome-ignore format: one row per line is what makes it a table.
export const ENDINGS: Record<EntityName, Ending | readonly [Ending, 'decides']> = {
  // Access.
  Member: ['data', 'decides'], Invitation: ['creator', 'decides'], InvitationToken: 'creator', EmailReservation: 'data',
  ApiKey: ['creator', 'decides'], Passkey: ['creator', 'decides'], PasskeyCredential: 'creator',
  Session: ['creator', 'decides'], AuthorizationCode: ['creator', 'decides'], DeviceLogin: 'work', AccessToken: 'creator',
  ReviewLink: ['creator', 'decides'], CalendarFeed: 'creator', Endpoint: 'creator',
  Account: ['data', 'decides'], InboundAccount: ['data', 'decides'], WorkspaceApp: ['data', 'decides'], WorkspaceSettings: ['data', 'decides'],
  Workspace: 'data', PlatformApp: 'data',
  // What goes on in the name of its creator: a recurrence, and an import until its rows end.
  Recurrence: 'taken over', Import: 'work',
  // Data of the workspace.
  AccountReservation: 'data', DefaultAccount: 'data', AccountRemoval: 'data', ConnectFlow: 'work',
  Content: 'data', ContentTarget: 'data', ContentVersion: 'data', ContentClaim: 'data', ScheduleEntry: 'data', ReviewComment: 'data',
  Label: 'data', LabelName: 'data', ContentLabel: 'data', LinkRules: 'data', Template: 'data', TemplateName: 'data',
  Queue: 'data', QueueName: 'data', RecurrenceOccurrence: 'data', Halt: 'data', HaltRelease: 'data', ReleaseTimes: 'data',
  MediaAsset: 'data', MediaDeletion: 'data', Export: 'data', ImportRow: 'data', ImportKey: 'data', EndpointUrlReservation: 'data',
  Event: 'data', Delivery: 'data', Recovery: 'data', PostMetrics: 'data', PostClaim: 'data', OpenSends: 'data', SandboxPost: 'data',
  PublishedPost: 'data', InboundBatch: 'data', OrphanComment: 'data', Engagement: 'data', EngagementWindow: 'data',
  Bucket: 'data', ContentBucket: 'data', TermBucket: 'data', DailyTextCount: 'data', PostTerms: 'data', SearchDocument: 'data', SearchTerm: 'data',
  AuditEntry: 'data', AuditClaim: 'data', AuditHead: 'data', Notification: 'data', NotificationSettings: 'data',
  // Work of the service.
  EmailCount: 'work', ApiKeyUsage: 'work', AgentUsage: 'work', FailedTokenRequest: 'work', SignInRequest: 'work', SignInLink: 'work',
  PasskeyChallenge: 'work', RateWindow: 'work', Idempotency: 'work', HostLease: 'work', SlowHost: 'work', InFlightRequest: 'work',
  ApprovalReminder: 'work', ReminderCheck: 'work', SentEmail: 'work', SchedulePlan: 'work', Counter: 'work', PublishLimit: 'work',
  MetricsSpending: 'work', Tombstone: 'work', UnsentNotification: 'work', NotificationDigest: 'work', NotificationTask: 'work', Heartbeat: 'work', OperatorIndex: 'work',
};

/** Why a request that writes such an item needs no recent sign-in of a session. A request that does needs no row. */
export const WITHOUT_RECENT_SIGN_IN: Record<string, string> = {
  'accounts.update': 'changes the name, the default and the polls, and no credentials',
  'accounts.delete': 'ends credentials',
  'connect.callback': 'the platform asks its owner for consent',
  'connect.submit-choice': 'the platform has asked its owner for consent',
  'connect.select': 'the platform has asked its owner for consent',
  'auth.accept-invitation': 'is the first sign-in of a new member',
  'team.accept-invitation': 'gives a new member the access of the invitation',
  'auth.create-session': 'is a sign-in',
  'auth.sign-in-with-passkey': 'is a sign-in',
  'auth.create-session-token': 'returns a token of the session itself',
  'auth.token': 'returns tokens of a key that exists',
  'auth.revoke': 'ends access',
  'content.revoke-review-link': 'ends a link',
  'review.respond': 'counts the use of a link',
  'halts.create': 'stops posts, and changes nothing else of the settings',
  'halts.delete': 'releases what it has stopped, and changes nothing else of the settings',
  'keys.delete': 'ends a key',
  'team.revoke-invitation': 'ends an invitation',
  'team.end-sessions': 'ends sessions',
  'webhooks.test': 'records the result of a test',
};

/** Why a request that writes what decides, and needs a recent sign-in, is the subject of no email. */
export const WITHOUT_EMAIL: Record<string, string> = {
  'keys.update': 'resumes an agent key, which approves and publishes nothing',
  'team.resend-invitation': 'the email was sent with the invitation',
};
