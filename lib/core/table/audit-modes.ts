/**
 * How a field is logged: for every change, only for requested ones, as those with hidden values, as those with URLs
 * without query and fragment (signed URLs are secrets), or never.
 */
export type AuditMode = 'always' | 'on_request' | 'redacted' | 'redacted_urls' | 'never';

/** How each field of an audited record is logged, beside the entity. A missing field does not compile. */
export type AuditModes<R> = Readonly<Record<keyof R, AuditMode>>;
