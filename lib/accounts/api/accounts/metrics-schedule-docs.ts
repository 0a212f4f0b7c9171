/** The description of the schedule, in the request and in the response. */
export const METRICS_SCHEDULE_DOCS =
  'When the metrics of each post are polled. `off`: never. `days`: on days 0, 1, 2, 4 and 7 after publication. `daily`: every day for 90 days. `frequent`: every 15 minutes on the first day, every hour in the first week, then daily for 90 days. Defaults to `days` on X, which charges for each post and day, and to `frequent` on other platforms and for sandbox accounts.';
