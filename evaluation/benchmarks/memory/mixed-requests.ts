type Send = (method: string, path: string, body?: object) => Promise<{ status: number; text: string }>;

/** One in ten requests is of each of these. */
const READS = [
  '/content?limit=20',
  '/schedule',
  '/accounts',
  '/events?limit=20',
  '/auth/verify',
  '/analytics/performance',
  '/analytics/trends',
  '/team/members',
];

/** Send `count` requests, `concurrency` at a time: one in ten creates content, one reads it, the others list. */
export async function sendMixedRequests(send: Send, count: number, concurrency: number): Promise<void> {
  const ids: string[] = [];
  let sent = 0;
  const sendNext = async (index: number) => {
    const kind = index % (READS.length + 2);
    if (kind < READS.length) return send('GET', READS[kind]!);
    const id = ids[index % Math.max(1, ids.length)];
    if (kind === READS.length && id) return send('GET', `/content/${id}`);
    const created = await send('POST', '/content', { title: `Number ${index}`, platforms: ['twitter'] });
    if (created.status === 201 && ids.length < 100) ids.push(JSON.parse(created.text).id);
    return created;
  };
  const callers = Array.from({ length: concurrency }, async () => {
    while (sent < count) await sendNext(sent++);
  });
  await Promise.all(callers);
}
