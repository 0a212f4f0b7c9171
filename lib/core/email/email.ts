/** A plain-text email. */
export type Email = { to: string; subject: string; text: string };

/** How long one worker may send an email: the timeout of its function. */
export const EMAIL_LEASE_SECONDS = 60;
