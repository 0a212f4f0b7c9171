import type { Role } from '../../../core/api/permission.ts';
import type { AccessChange } from '../../rules/access-change.ts';
import type { Addition } from '../../rules/security-notice.ts';

/** A change that a security email reports: its subject, what has happened to `id`, and how to undo it, within a sentence. */
interface ChangeTexts {
  subject: string;
  event: string;
  undo: string;
}

/** A security email about no change of a session. */
interface NoticeTexts {
  subject: string;
  event: string;
  advice: string;
}

/** The texts of the emails of members in one language. A name in braces stands for a value. */
export interface EmailTexts {
  /** With the names that the dashboard has. */
  roles: Record<Role, string>;
  invitation: { subject: string; text: string; open: string; end: string };
  signIn: { subject: string; open: string; end: string };
  security: {
    subject: string;
    /** In whose session it was. */
    own: string;
    ofMember: string;
    ifNotYou: string;
    ifWrong: string;
    required: string;
    changes: Record<Addition['kind'] | AccessChange['change'], ChangeTexts>;
    tokenReused: NoticeTexts;
    recurrencesLeft: NoticeTexts;
  };
}
