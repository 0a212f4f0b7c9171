// Generated from the notifications of the features by `npm run generate`; do not edit.
import { accountNeedsReconnect, budgetUsedUp, tokenExpires } from '../../accounts/notifications.ts';
import { approvalDecided, approvalRequested, postFailed, postUnconfirmed } from '../../content/notifications.ts';
import type { NotificationDeclaration } from '../../core/events/define-notification.ts';
import { webhookDisabled } from '../../webhooks/notifications.ts';

const ALL = [
  accountNeedsReconnect,
  budgetUsedUp,
  tokenExpires,
  approvalDecided,
  approvalRequested,
  postFailed,
  postUnconfirmed,
  webhookDisabled,
] as const;

export type NotificationKind = (typeof ALL)[number]['kind'];

// In functions, so that a bundle without a use of them has neither.
const kindsByPlace = () => ALL.toSorted((one, other) => one.place - other.place).map(({ kind }) => kind);
const declarationByKind = () => Object.fromEntries(ALL.map((each) => [each.kind, each]));

/** Every kind of notification, in the order of their places. */
export const NOTIFICATION_KINDS = /* @__PURE__ */ kindsByPlace();

/** The declaration of each kind. */
export const KINDS = /* @__PURE__ */ declarationByKind() as {
  [Kind in NotificationKind]: NotificationDeclaration<Kind>;
};
