import { currentPlatforms } from '../simulated.ts';

/** The accounts that X has posts of, oldest post first. */
export async function posters(): Promise<string[]> {
  const posts = await currentPlatforms().posts();
  return posts.map(({ account }) => account);
}
