/** Find a queue by its id, or by its name in upper or lower case. */
export function findQueue<Queue extends { id: string; name: string }>(
  queues: readonly Queue[],
  nameOrId: string | null,
): Queue | null {
  const isNamed = ({ name }: Queue) => name.toLowerCase() === nameOrId?.trim().toLowerCase();
  return queues.find(({ id }) => id === nameOrId) ?? queues.find(isNamed) ?? null;
}
