export type UnfurlSubject =
  | { kind: 'matrix' }
  /** A maker's id is their wallet's address. */
  | { kind: 'agent' | 'realm' | 'run' | 'copy' | 'maker'; id: string }
