/** Version 1 of the package; Node's module of the same name is deprecated. */
declare module 'punycode/punycode.js' {
  const punycode: { encode(text: string): string };
  export default punycode;
}
