import { readFileSync } from 'node:fs';

/** One failed check of a request: the operation (`POST /keys`), the check, and what the service responded. */
export interface FailedCheck {
  operation: string;
  check: string;
  request: string;
  status: number;
  /** The reasons of a problem response, `pointer: detail`, or the text of another one. */
  reasons: string[];
  /** The response is from the gateway, which rejects a request before a function sees it. */
  isFromGateway: boolean;
}

interface Message {
  $base64?: string;
}

interface Recorder {
  label: string;
  checks: Record<string, { name: string; status: string }[]>;
  interactions: Record<
    string,
    {
      request: { method: string; uri: string; body?: Message | null };
      response: { status_code: number; headers: Record<string, string[]>; content?: Message | null } | null;
    }
  >;
}

/** The report of a run of Schemathesis. */
export interface Report {
  requests: number;
  isComplete: boolean;
  failed: FailedCheck[];
  /** The operations (`POST /keys`) with a successful response. */
  succeeded: Set<string>;
}

/** Read a report of Schemathesis, which is one JSON event per line. */
export function readReport(file: string): Report {
  type Event = { ScenarioFinished?: { recorder: Recorder }; EngineFinished?: object };
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const events = lines.map((line) => JSON.parse(line) as Event);
  const recorders = events.flatMap(({ ScenarioFinished }) => ScenarioFinished?.recorder ?? []);
  return {
    isComplete: events.some(({ EngineFinished }) => EngineFinished !== undefined),
    requests: recorders.reduce((sum, { interactions }) => sum + Object.keys(interactions).length, 0),
    failed: recorders.flatMap(failedChecks),
    succeeded: new Set(recorders.filter(hasSuccess).map(({ label }) => label)),
  };
}

function hasSuccess({ interactions }: Recorder): boolean {
  return Object.values(interactions).some(({ response }) => response && response.status_code < 300);
}

function failedChecks({ label, checks, interactions }: Recorder): FailedCheck[] {
  return Object.entries(checks).flatMap(([id, results]) => {
    const interaction = interactions[id];
    const failures = results.filter(({ status }) => status !== 'success' && status !== 'skip');
    return failures.map(({ name }) => ({
      operation: label,
      check: name,
      request: describeRequest(interaction?.request),
      status: interaction?.response?.status_code ?? 0,
      reasons: reasonsOf(textOf(interaction?.response?.content)),
      isFromGateway: interaction?.response?.headers['x-request-id'] === undefined,
    }));
  });
}

function describeRequest(request: Recorder['interactions'][string]['request'] | undefined): string {
  if (!request) return '';
  return `${request.method} ${request.uri} ${textOf(request.body)}`.trim().slice(0, 500);
}

function textOf(message: Message | null | undefined): string {
  return Buffer.from(message?.$base64 ?? '', 'base64').toString();
}

function reasonsOf(text: string): string[] {
  try {
    const { errors, code, detail } = JSON.parse(text) as {
      errors?: { pointer: string; detail: string }[];
      code: string;
      detail: string;
    };
    if (errors) return errors.map((error) => `${error.pointer}: ${error.detail}`);
    if (code) return [`${code}: ${detail}`];
  } catch {
    // Not JSON.
  }
  return [text.slice(0, 500)];
}
