/** The messages from the program to a server process, in this order; between `start` and `end` also those from Vite. */
export type ToServer =
  /** Load the current code of the server. */
  | { do: 'load' }
  /**
   * Serve; no other server process is running any more. `database` is the address of the database that the program
   * runs.
   */
  | { do: 'start'; database: string | undefined }
  | { do: 'end' }
  /** Vite's answer to the question with that number. */
  | { do: 'answer'; question: number; answer: Awaited<ReturnType<HandleInvoke>> }
  /** A file of the web has changed, or files were added or removed. */
  | { do: 'forget'; file: string; all: boolean }

/** The messages from a server process to the program. */
export type FromServer =
  | { said: 'loaded' }
  /** It serves at that address. */
  | { said: 'serving'; address: string; engineNote: string }
  /** Requests a module of the web from Vite. */
  | { said: 'question'; question: number; payload: Parameters<HandleInvoke>[0] }

type HandleInvoke = import('vite').DevEnvironment['hot']['handleInvoke']
