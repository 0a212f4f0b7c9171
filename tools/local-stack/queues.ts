import { randomUUID } from 'node:crypto';
import type { Store } from './store.ts';
import { ACCOUNT, REGION, type Template } from './template.ts';

/** A message attribute as the SQS protocol writes it; binary values are base64. */
export type MessageAttribute = { DataType: string; StringValue?: string; BinaryValue?: string };

export type Message = {
  id: string;
  body: string;
  attributes: Record<string, MessageAttribute>;
  /** The trace header of the request that sent it. */
  traceHeader?: string;
  receiptHandle: string;
  sentMs: number;
  firstReceivedMs: number;
  receiveCount: number;
};

export type Queue = {
  name: string;
  arn: string;
  delaySeconds: number;
  visibilityTimeoutSeconds: number;
  retentionSeconds: number;
  receiveWaitSeconds: number;
  redrive?: { deadLetterTargetArn: string; maxReceiveCount: number };
};

type QueueProperties = {
  DelaySeconds?: number;
  VisibilityTimeout?: number;
  MessageRetentionPeriod?: number;
  ReceiveMessageWaitTimeSeconds?: number;
  RedrivePolicy?: { deadLetterTargetArn: string; maxReceiveCount: number };
};

/** Properties of a message that is sent. */
type SendOptions = {
  attributes?: Record<string, MessageAttribute> | undefined;
  groupId?: string | undefined;
  traceHeader?: string | undefined;
};

/** A group with as many messages in flight, and this share of all of them, waits for the other groups. */
const NOISY_MESSAGES = 30;
const NOISY_SHARE = 0.1;

type Row = {
  id: string;
  body: string;
  attributes: string;
  trace_header: string | null;
  sent_ms: number;
  visible_ms: number;
  receive_count: number;
  first_received_ms: number | null;
};

export type Queues = ReturnType<typeof createQueues>;

/** The standard queues of the template, on the store; SQS's defaults where the template is silent. */
export function createQueues(store: Store, template: Template) {
  const all = template.ofType('AWS::SQS::Queue').map((resource): Queue => {
    const properties = resource.properties as QueueProperties;
    return {
      name: resource.name,
      arn: `arn:aws:sqs:${REGION}:${ACCOUNT}:${resource.name}`,
      delaySeconds: properties.DelaySeconds ?? 0,
      visibilityTimeoutSeconds: properties.VisibilityTimeout ?? 30,
      retentionSeconds: properties.MessageRetentionPeriod ?? 345_600,
      receiveWaitSeconds: properties.ReceiveMessageWaitTimeSeconds ?? 0,
      ...(properties.RedrivePolicy && { redrive: properties.RedrivePolicy }),
    };
  });
  const byName = new Map(all.map((queue) => [queue.name, queue]));
  const find = (nameOrArn: string) => byName.get(nameOrArn.replace(/^arn:.*:/, ''));
  for (const { name, redrive } of all) {
    if (redrive && !find(redrive.deadLetterTargetArn)) {
      throw new Error(`${name}.RedrivePolicy: ${redrive.deadLetterTargetArn} is not a queue of the template`);
    }
  }

  const listeners = new Map<string, Set<(visibleMs: number) => void>>();
  const announce = (queue: string, visibleMs: number) => {
    for (const listener of listeners.get(queue) ?? []) listener(visibleMs);
  };

  const insert = store.prepare(
    'INSERT INTO messages (id, queue, body, attributes, sent_ms, visible_ms, group_id, trace_header) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const visible = store.prepare(
    'SELECT * FROM messages WHERE queue = $queue AND visible_ms <= $now ORDER BY visible_ms LIMIT $limit',
  );
  const hasGroups = store.prepare('SELECT 1 FROM messages WHERE queue = ? AND group_id IS NOT NULL LIMIT 1');
  // As SQS serves messages that name their group (developer guide, "Amazon SQS fair queues"): one with more than a tenth
  // of the messages in flight, and at least 30, is noisy. The messages of the others come first.
  const fairly = store.prepare(`
    SELECT messages.* FROM messages LEFT JOIN (
      SELECT group_id, COUNT(*) AS held FROM messages INDEXED BY messages_by_group
      WHERE queue = $queue AND group_id IS NOT NULL AND visible_ms > $now AND receipt IS NOT NULL GROUP BY group_id
    ) AS busy USING (group_id)
    WHERE queue = $queue AND visible_ms <= $now
    ORDER BY COALESCE(held >= ${NOISY_MESSAGES} AND held > ${NOISY_SHARE} * (
      SELECT COUNT(*) FROM messages WHERE queue = $queue AND visible_ms > $now AND receipt IS NOT NULL
    ), 0), visible_ms LIMIT $limit`);
  const take = store.prepare(
    'UPDATE messages SET visible_ms = ?, receive_count = receive_count + 1, first_received_ms = ?, receipt = ? WHERE id = ?',
  );
  const move = store.prepare(
    'UPDATE messages SET queue = ?, visible_ms = ?, receive_count = 0, receipt = NULL WHERE id = ?',
  );
  const expire = store.prepare('DELETE FROM messages WHERE id = ?');
  const removeReceipt = store.prepare('DELETE FROM messages WHERE id = ? AND queue = ? AND receipt = ?');
  const hide = store.prepare(
    'UPDATE messages SET visible_ms = ? WHERE id = ? AND queue = ? AND receipt = ? AND visible_ms > ?',
  );
  const soonest = store.prepare('SELECT MIN(visible_ms) AS ms FROM messages WHERE queue = ?');
  const count = store.prepare(`
    SELECT COUNT(*) FILTER (WHERE visible_ms <= $now) AS visible,
      COUNT(*) FILTER (WHERE visible_ms > $now AND receipt IS NOT NULL) AS inFlight,
      COUNT(*) FILTER (WHERE visible_ms > $now AND receipt IS NULL) AS delayed
    FROM messages WHERE queue = $queue`);
  const clear = store.prepare('DELETE FROM messages WHERE queue = ?');

  function send(
    queue: Queue,
    body: string,
    delaySeconds = queue.delaySeconds,
    { attributes = {}, groupId, traceHeader }: SendOptions = {},
  ): string {
    const id = randomUUID();
    const now = Date.now();
    const visibleMs = now + delaySeconds * 1000;
    const [group, trace] = [groupId ?? null, traceHeader ?? null];
    insert.run(id, queue.name, body, JSON.stringify(attributes), now, visibleMs, group, trace);
    announce(queue.name, visibleMs);
    return id;
  }

  /** Take up to `max` visible messages; one received too often moves to the dead-letter queue instead. */
  function receive(queue: Queue, max: number, visibilitySeconds = queue.visibilityTimeoutSeconds): Message[] {
    const received: Message[] = [];
    while (received.length < max) {
      const now = Date.now();
      const wanted = { $queue: queue.name, $now: now, $limit: max - received.length };
      const rows = (hasGroups.get(queue.name) ? fairly : visible).all(wanted) as unknown as Row[];
      if (rows.length === 0) break;
      for (const row of rows) {
        const message = admit(queue, row, now, visibilitySeconds);
        if (message) received.push(message);
      }
      // With no visibility timeout the same rows would come again.
      if (visibilitySeconds === 0) break;
    }
    return received;
  }

  function admit(queue: Queue, row: Row, now: number, visibilitySeconds: number): Message | undefined {
    if (row.sent_ms < now - queue.retentionSeconds * 1000) {
      expire.run(row.id);
      return undefined;
    }
    const deadLetters = queue.redrive && find(queue.redrive.deadLetterTargetArn);
    if (queue.redrive && deadLetters && row.receive_count >= queue.redrive.maxReceiveCount) {
      moveTo(deadLetters, row.id);
      return undefined;
    }
    const receipt = randomUUID();
    const firstReceivedMs = row.first_received_ms ?? now;
    take.run(now + visibilitySeconds * 1000, firstReceivedMs, receipt, row.id);
    return {
      id: row.id,
      body: row.body,
      attributes: JSON.parse(row.attributes),
      ...(row.trace_header !== null && { traceHeader: row.trace_header }),
      receiptHandle: `${row.id}/${receipt}`,
      sentMs: row.sent_ms,
      firstReceivedMs,
      receiveCount: row.receive_count + 1,
    };
  }

  function moveTo(queue: Queue, id: string): void {
    const now = Date.now();
    move.run(queue.name, now, id);
    announce(queue.name, now);
  }

  const parts = (handle: string) => handle.split('/') as [string, string];

  return {
    all,
    find,
    send,
    receive,
    /** Deletes a received message; one taken again since, under another receipt, stays. */
    remove: (queue: Queue, receiptHandle: string) => {
      const [id, receipt = ''] = parts(receiptHandle);
      removeReceipt.run(id, queue.name, receipt);
    },
    /** Moves a received message to the dead-letter queue. A queue without one loses it. */
    giveUp: (queue: Queue, { id }: Message) => {
      const deadLetters = queue.redrive && find(queue.redrive.deadLetterTargetArn);
      if (deadLetters) moveTo(deadLetters, id);
      else expire.run(id);
    },
    /** False when the message is not in flight under this receipt. */
    changeVisibility: (queue: Queue, receiptHandle: string, seconds: number): boolean => {
      const [id, receipt = ''] = parts(receiptHandle);
      const visibleMs = Date.now() + seconds * 1000;
      const changed = hide.run(visibleMs, id, queue.name, receipt, Date.now()).changes > 0;
      if (changed) announce(queue.name, visibleMs);
      return changed;
    },
    /** When the next message becomes visible (epoch milliseconds), undefined for an empty queue. */
    nextVisibleMs: (queue: Queue): number | undefined =>
      (soonest.get(queue.name) as { ms: number | null }).ms ?? undefined,
    counts: (queue: Queue) =>
      count.get({ $now: Date.now(), $queue: queue.name }) as {
        visible: number;
        inFlight: number;
        delayed: number;
      },
    purge: (queue: Queue) => void clear.run(queue.name),
    /** Calls back with the time at which a message just sent or released becomes visible. Returns the undo. */
    onMessage: (queue: Queue, listener: (visibleMs: number) => void): (() => void) => {
      const set = listeners.get(queue.name) ?? new Set();
      listeners.set(queue.name, set.add(listener));
      return () => void set.delete(listener);
    },
  };
}
