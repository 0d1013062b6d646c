export interface Build {
  /** Changes with any content of the build. */
  version: string
  /** The path of the entry script of this build's pages. */
  entry: string
  /** The paths of the code and fonts that every screen needs. */
  files: string[]
}

export type FromWorker =
  /** A page with another entry script belongs to another build. */
  | { type: 'version'; entry: string }
  /** A notification was pressed that leads there. */
  | { type: 'open'; path: string }
  /** Something new waits for the viewer. */
  | { type: 'waits' }
