// Not an offset: its clock never changes, so it says nothing that UTC does not.
const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+\-/]{0,63}$/;

// Names of the library of JavaScript runtimes that the IANA database does not have: Temporal rejects to compute with them.
// IST alone stands for three zones.
const ABBREVIATION = /^(AC|AE|AG|AR|AS|BE|BS|CA|CN|CS|CT|EA|EC|IE|IS|JS|MI|NE|NS|PL|PN|PR|PS|SS|VS)T$/i;

/** Return whether a text is the name of a time zone, such as `Europe/Berlin` or `UTC`. Offsets are not. */
export function isTimeZone(name: string): boolean {
  // The default zone needs no data of zones, which take a tenth of a cold start to load.
  if (name === 'UTC') return true;
  if (!ZONE_NAME.test(name) || ABBREVIATION.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
