/** What the router gives to a screen. */
export interface ScreenProps {
  /** The parts of the path that vary, such as `id` of `/posts/:id`. */
  params: Record<string, string | undefined>;
}
