/** The deadline of a request that posts. */
export const SEND_DEADLINE_MS = 20_000;

/** Sending starts only if there is time left to receive and save the response. */
export const MIN_TIME_TO_SEND_MS = SEND_DEADLINE_MS + 5_000;
