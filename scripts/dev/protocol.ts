/** What the program says to a process of the server, in this order; between `start` and `end` also what Vite says. */
export type ToServer =
  /** Take in the server's code as it is now. */
  | { do: 'load' }
  /** Serve; there is no other process of the server any more. `database` is where the held one listens. */
  | { do: 'start'; database: string | undefined }
  | { do: 'end' }
  /** What Vite answers to a question of that number. */
  | { do: 'answer'; question: number; answer: Awaited<ReturnType<HandleInvoke>> }
  /** A file of the web has changed, or the set of files has. */
  | { do: 'forget'; file: string; all: boolean }

/** What a process of the server says to the program. */
export type FromServer =
  | { said: 'loaded' }
  /** It serves at that address. */
  | { said: 'serving'; address: string; engineNote: string }
  /** Asks Vite for a module of the web. */
  | { said: 'question'; question: number; payload: Parameters<HandleInvoke>[0] }

type HandleInvoke = import('vite').DevEnvironment['hot']['handleInvoke']
