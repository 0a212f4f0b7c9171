/** Fields of a record, and values given beside it, by the names a template has for them. */
export type Values = Record<string, unknown>;

/** A key as its template says, or null when one of its values is missing. Throws on one with the separator. */
export function tryRenderKey(template: string, values: Values): string | null {
  let missing = false;
  const filled = template.replaceAll(/\{([a-z_]+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined || value === null || value === '') {
      missing = true;
      return '';
    }
    if (String(value).includes('#')) throw new Error(`"#" in the key value ${name}.`);
    return String(value);
  });
  return missing ? null : filled;
}

/** The same, where no value may be missing: throws, naming the template. */
export function renderKey(template: string, values: Values): string {
  const filled = tryRenderKey(template, values);
  if (filled === null) throw new Error(`A value is missing for the key ${template}.`);
  return filled;
}
