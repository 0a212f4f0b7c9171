/** Single patterns of twitter-text, so that bundles do not contain the whole library. */
declare module 'twitter-text/dist/regexp/*' {
  const pattern: RegExp;
  export default pattern;
}

/** Version 1 of the package; Node's module of the same name is deprecated. */
declare module 'punycode/punycode.js' {
  const punycode: { encode(text: string): string };
  export default punycode;
}
