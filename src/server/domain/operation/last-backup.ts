/** How the last backup that the server itself made ended; `/readyz`, the operator's page and the metrics tell it. */
export type LastBackup =
  | { state: 'done'; at: Date; tookMs: number; file: string; bytes: number }
  /** `file`: one was written all the same, which lacks what the store of files has lost. */
  | { state: 'failed'; at: Date; tookMs: number; reason: string; file?: string }

/** Who knows of it: null before the first backup since the start, unless an earlier one is found in the folder. */
export interface KnowsBackups {
  last(): LastBackup | null
  /** When the next one is due; null without a schedule. */
  nextAt(): Date | null
}
