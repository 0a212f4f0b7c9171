import { PLANS } from '../config/plans.ts';

// The numbers of all rate limits; `PLANS` has those of the plans. See docs/reference/rate-limits.md.

/** The highest limit of its own that a workspace can have. All its requests count in one partition of the table. */
export const MAX_REQUESTS_PER_MINUTE = 100_000;
/** The highest hourly limit of an API key: the capacity of the largest plan. A higher limit would have no effect. */
export const MAX_HOURLY_LIMIT = 60 * PLANS.enterprise.requestsPerMinute;
/**
 * Requests per minute of one source address whose caller is not known. As many as the highest plan has, so that a client
 * whose token has expired gets a 401 and not a 429.
 */
export const ADDRESS_REQUESTS_PER_MINUTE = PLANS.enterprise.requestsPerMinute;

/** Access tokens that one API key or session can request in a minute. A client needs one an hour, a session twelve. */
export const TOKENS_PER_MINUTE = 100;
/** Failed token requests per client id, source address and minute before the rate limit applies. */
export const FAILED_EXCHANGES_PER_MINUTE = 30;
/** Requests for sign-in links per minute of one source network. */
export const SIGN_INS_PER_MINUTE = 60;
/** Requests for links per hour of one source network to one email address, a member's or not, that bring an email. */
export const LINK_REQUESTS_PER_HOUR = 5;

/** Requests for device logins per minute of one source network. */
export const DEVICE_LOGINS_PER_MINUTE = 60;
/** User codes that one member can enter in an hour, right or wrong ones: a login needs two, of 25,600,000,000 codes. */
export const USER_CODES_PER_HOUR = 60;

/** Metadata documents of OAuth clients that one member can cause to be read in a minute, with all sessions. */
export const CLIENT_DOCUMENTS_PER_MINUTE = 10;
/** Such documents of one member that are read at a time: fewer than those of the workspace, of which the others need some. */
export const MAX_CLIENT_DOCUMENTS_IN_FLIGHT = 2;

/** Requests per minute with the token of one review link, for its page and its forms. */
export const REVIEW_REQUESTS_PER_MINUTE = 60;

/** Requests per hour of one source network with the token of one calendar feed: ten clients, one every five minutes each. */
export const CALENDAR_REQUESTS_PER_HOUR = 120;
/** Requests per hour with the token of one calendar feed, of all source networks: those of a hundred such clients. */
export const FEED_REQUESTS_PER_HOUR = 1_200;

/** Invitation emails to one email address in a day (UTC). */
export const MAX_EMAILS_PER_ADDRESS_AND_DAY = 5;
/** Invitation emails of one workspace in a day (UTC). */
export const MAX_EMAILS_PER_WORKSPACE_AND_DAY = 500;
/** The time between two emails of one invitation. */
export const RESEND_AFTER_SECONDS = 60;
/** Emails about new passkeys and API keys to one member in a day (UTC). */
export const MAX_SECURITY_EMAILS_PER_MEMBER_AND_DAY = 20;

/** The requests of a workspace to one operation that may be in flight at the same time. */
export const MAX_IN_FLIGHT = 5;
/** Files of a workspace that are inspected at the same time: fewer than half of the slots of the function. */
export const MAX_INSPECTIONS_PER_WORKSPACE = 4;
/**
 * Attempts of a workspace on one platform that may be in flight at the same time, of those that may occupy their function
 * for long: a server that the workspace has chosen takes part, or the post has a video.
 */
export const MAX_SLOW_ATTEMPTS_PER_WORKSPACE = 5;
/** The same for the server of an account, over all workspaces. More, so that one workspace never takes all. */
export const MAX_ATTEMPTS_PER_SERVER = 10;
/** Requests that a workspace causes to one receiver host in a UTC minute, test deliveries included. */
export const RECEIVER_REQUESTS_PER_MINUTE = 1_200;
/**
 * Challenges in an hour: those that one agent key can cause, those that one workspace can cause to one host, and those to
 * one host over all workspaces. One workspace must not take those of the others, whose receivers may have the same host.
 */
export const VERIFICATIONS_PER_AGENT_AND_HOUR = 30;
export const VERIFICATIONS_PER_WORKSPACE_HOST_AND_HOUR = 60;
export const VERIFICATIONS_PER_HOST_AND_HOUR = 600;
