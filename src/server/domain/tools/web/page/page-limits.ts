/** Of a page that is fetched, and of its text: in a frame of the process that reads it, four bytes are one at most. */
export const pageLimits = {
  bytes: 5 * 1024 * 1024,
  headBytes: 16 * 1024,
  textCharacters: 1_000_000,
  titleCharacters: 300,
} as const

/** What a page can be, for the process that reads it. */
export const pageKinds = ['html', 'pdf', 'text'] as const
export type PageKind = (typeof pageKinds)[number]
