/** Copy the named fields of a record, in this order: the views of the API list what they show. */
export function pick<T extends object, K extends keyof T>(record: T, ...fields: K[]): Pick<T, K> {
  const picked = {} as Pick<T, K>;
  for (const field of fields) picked[field] = record[field];
  return picked;
}
