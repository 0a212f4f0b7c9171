import type { Permission } from '../api/permission.ts';

/** A kind of notification, with all that is known about it but its texts in emails and in the dashboard. */
export interface NotificationDeclaration<Kind extends string = string> {
  kind: Kind;
  /** Its place in lists of all kinds. */
  place: number;
  /** The permission of the members who receive it. */
  permission: Permission;
  /** Who of them: each, those who may decide about approvals, or the one that it names. Each by default. */
  receivers?: 'approvers' | 'named';
  /** Its description in the API document. */
  description: string;
  /** When it is written, and who receives it unless all members with the permission do, for the documentation. */
  docs: { when: string; who?: string };
}

/**
 * Declare a kind of notification, in the `notifications.ts` of the feature that causes it. `npm run generate` collects all
 * of them.
 */
export function defineNotification<const Kind extends string>(
  declaration: NotificationDeclaration<Kind>,
): NotificationDeclaration<Kind> {
  return declaration;
}
