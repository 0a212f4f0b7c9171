// Generated from the entities of the features by `npm run generate`; do not edit.
import { accountAudit } from '../../accounts/entities/accounts.ts';
import { workspaceAppAudit } from '../../accounts/entities/connections.ts';
import { contentAudit } from '../../content/entities/contents.ts';
import { reviewCommentAudit, reviewLinkAudit } from '../../content/entities/reviews.ts';
import type { AuditMode } from '../../core/table/audit-modes.ts';
import { exportAudit } from '../../exports/entities/exports.ts';
import { calendarFeedAudit } from '../../feeds/entities/calendar-feeds.ts';
import { haltAudit } from '../../halts/entities/halts.ts';
import { apiKeyAudit } from '../../identity/entities/api-keys.ts';
import { invitationAudit, memberAudit } from '../../identity/entities/members.ts';
import { passkeyAudit, sessionAudit } from '../../identity/entities/sign-in.ts';
import { workspaceAudit, workspaceSettingsAudit } from '../../identity/entities/workspaces.ts';
import { importAudit } from '../../imports/entities/imports.ts';
import { labelAudit } from '../../labels/entities/labels.ts';
import { linkRulesAudit } from '../../link-rules/entities/link-rules.ts';
import { mediaAssetAudit } from '../../media/entities/media-assets.ts';
import { queueAudit } from '../../queues/entities/queues.ts';
import { recurrenceAudit } from '../../recurrences/entities/recurrences.ts';
import { templateAudit } from '../../templates/entities/templates.ts';
import { deliveryAudit, recoveryAudit } from '../../webhooks/entities/deliveries.ts';
import { endpointAudit } from '../../webhooks/entities/endpoints.ts';
import type { AuditedKind } from './resource-types.ts';

/** How each field of the audited records is logged. */
export const FIELDS: Record<AuditedKind, Readonly<Record<string, AuditMode>>> = {
  Account: accountAudit,
  ApiKey: apiKeyAudit,
  CalendarFeed: calendarFeedAudit,
  Content: contentAudit,
  Delivery: deliveryAudit,
  Endpoint: endpointAudit,
  Export: exportAudit,
  Halt: haltAudit,
  Import: importAudit,
  Invitation: invitationAudit,
  Label: labelAudit,
  LinkRules: linkRulesAudit,
  MediaAsset: mediaAssetAudit,
  Member: memberAudit,
  Passkey: passkeyAudit,
  Queue: queueAudit,
  Recovery: recoveryAudit,
  Recurrence: recurrenceAudit,
  ReviewComment: reviewCommentAudit,
  ReviewLink: reviewLinkAudit,
  Session: sessionAudit,
  Template: templateAudit,
  Workspace: workspaceAudit,
  WorkspaceApp: workspaceAppAudit,
  WorkspaceSettings: workspaceSettingsAudit,
};
