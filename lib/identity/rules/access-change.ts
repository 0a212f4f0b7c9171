/** How the email about a change names it, how to undo it, on which screen of the dashboard, and whether owners get it too. */
interface Description {
  subject: string;
  event: (subjectId: string) => string;
  undo: string;
  screen: string;
  isForOwners: boolean;
}

/** What a session can change of who approves and publishes, and of their credentials. Each change is the subject of an email. */
// biome-ignore format: one row per line is what makes it a table.
const DESCRIPTIONS = {
  account_credentials_set: { subject: 'Account credentials set', event: (id) => `The credentials of the platform account ${id} were set`, undo: 'connect the account again', screen: 'accounts', isForOwners: true },
  app_credentials_set: { subject: 'App credentials set', event: (id) => `The app credentials for ${id} were set`, undo: 'set the credentials again', screen: 'accounts', isForOwners: true },
  approval_loosened: { subject: 'Approval loosened', event: () => 'The settings of approval were changed so that more can be approved or published', undo: 'change the settings back', screen: 'team', isForOwners: true },
  invitation_sent: { subject: 'Invitation sent', event: (id) => `The invitation ${id} was sent`, undo: 'revoke the invitation', screen: 'team', isForOwners: true },
  member_rights_changed: { subject: 'Rights of a member changed', event: (id) => `The role or the permissions of the member ${id} were changed`, undo: 'change them back', screen: 'team', isForOwners: true },
  review_link_created: { subject: 'Review link created', event: (id) => `The review link ${id}, which may approve a post, was created`, undo: 'revoke the link', screen: 'team', isForOwners: false },
} as const satisfies Record<string, Description>;

export const ACCESS_CHANGES = Object.keys(DESCRIPTIONS) as (keyof typeof DESCRIPTIONS)[];

/** What a session has changed. `subject_id`: the id of what has changed, or the platform of an app. */
export interface AccessChange {
  kind: 'access_changed';
  change: keyof typeof DESCRIPTIONS;
  subject_id: string;
}

/** Describe a change for the email about it. */
export function describeAccessChange({ change, subject_id }: AccessChange) {
  const { subject, event, undo, screen, isForOwners }: Description = DESCRIPTIONS[change];
  return { subject, event: event(subject_id), undo, screen, isForOwners };
}
