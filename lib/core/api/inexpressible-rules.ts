/** Reasons to reject a request that matches the OpenAPI document, which several features have. */

// A relation between parameters, or a signature.
export const PAGING = [
  /^page: Use either page and per_page, or cursor and limit/,
  /^page: Exceeds the maximum of 2000 items/,
  /^cursor: Must be a cursor returned by this list/,
];
// `date-time` allows leap seconds and any number of fraction digits.
export const TIME_FORMAT = /^\/?(from|to|since|until|scheduled_at|expires_at): Must be a valid RFC 3339 time/;
export const TIME_RANGE = [/^to: Must not be earlier than from/, TIME_FORMAT];
// The names of the IANA time zone database.
export const TIME_ZONE = /^(\/scheduled_at)?\/time_zone: Must be the name of an IANA time zone/;
// Properties of Unicode, which patterns of JSON Schema do not have everywhere.
export const VISIBLE_TEXT = [/: Must not be empty\.$/, /: Must not contain invisible characters\.$/];
