/** The most files of a post that this service accepts. Some platforms accept more. */
export const MAX_MEDIA = 10;

/** The most posts of a thread after the first one. No platform states a limit. */
export const MAX_THREAD_POSTS = 24;

/** The longest alternative text that this service accepts, in code points. Some platforms accept longer ones. */
export const MAX_ALT_CHARACTERS = 1000;
