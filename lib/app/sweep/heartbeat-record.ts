/** The item that passes through the stream with each run of the sweep, to show that the stream is processed. */
export interface Heartbeat {
  /** When the sweep wrote it (ISO 8601). */
  sent_at: string;
}
