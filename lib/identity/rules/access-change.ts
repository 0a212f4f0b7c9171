/**
 * What a session can change of who approves and publishes, and of their credentials: the screen of the dashboard that undoes it,
 * and whether it is also reported to owners. Each change is the subject of an email.
 */
// biome-ignore format: one row per line is what makes it a table.
const CHANGES = {
  account_credentials_set: { screen: 'accounts', isForOwners: true },
  app_credentials_set: { screen: 'accounts', isForOwners: true },
  approval_loosened: { screen: 'team', isForOwners: true },
  invitation_sent: { screen: 'team', isForOwners: true },
  member_rights_changed: { screen: 'team', isForOwners: true },
  review_link_created: { screen: 'team', isForOwners: false },
} as const satisfies Record<string, { screen: string; isForOwners: boolean }>;

export const ACCESS_CHANGES = Object.keys(CHANGES) as (keyof typeof CHANGES)[];

/** What a session has changed. `subject_id`: the id of what has changed, or the platform of an app. */
export interface AccessChange {
  kind: 'access_changed';
  change: keyof typeof CHANGES;
  subject_id: string;
}

/** Return the screen of the dashboard that undoes a change. */
export function screenOfChange({ change }: AccessChange): string {
  return CHANGES[change].screen;
}

/** Return whether a change is reported to the owners of the workspace. */
export function isForOwners({ change }: AccessChange): boolean {
  return CHANGES[change].isForOwners;
}
