/** The context of a command besides its arguments. */
export interface CliContext {
  /** The folder of the local service, which is the target without a stage. */
  folder: string;
  /** Prints one line of an export. */
  print: (line: string) => void;
  /** Prints a line that is not part of the result. */
  warn: (line: string) => void;
}
