/** The item that passes through the stream every minute, to show that the stream is processed. */
export interface Heartbeat {
  /** When the sweep wrote it (ISO 8601). */
  sent_at: string;
}
