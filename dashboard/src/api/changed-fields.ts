/**
 * Return the fields of a body that differ from the body which a form had at first. With these alone, a form that was opened
 * before another person saved changes back nothing that they have changed.
 */
export function changedFields<Body extends object>(body: Body, first: object): Partial<Body> {
  const before = new Map(Object.entries(first));
  const isOther = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(before.get(name));
  return Object.fromEntries(Object.entries(body).filter(isOther)) as Partial<Body>;
}

/** Whether a form has changed a field. The API rejects a request without one. */
export function hasFields(changed: object): boolean {
  return Object.keys(changed).length > 0;
}
