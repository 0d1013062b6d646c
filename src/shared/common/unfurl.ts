/**
 * The subject of a page as far as its link preview picture depends on it; a page without a subject has the default
 * picture.
 */
export type UnfurlSubject =
  | { kind: 'matrix' }
  /** The id of a maker is their wallet's address. */
  | { kind: 'agent' | 'realm' | 'run' | 'copy' | 'maker'; id: string }
