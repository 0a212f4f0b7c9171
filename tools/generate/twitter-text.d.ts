/** Single patterns of twitter-text, which has no types of its own. */
declare module 'twitter-text/dist/regexp/*' {
  const pattern: RegExp;
  export default pattern;
}
