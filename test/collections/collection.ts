/** Documents and questions about them, on which the search is judged. All of it is invented. */
export interface Collection {
  /** In Markdown, by name. */
  documents: Readonly<Record<string, string>>
  /** Questions in the words of their passage. */
  inSameWords: readonly Question[]
  /** Questions as somebody asks who has not read the document. */
  inOtherWords: readonly Question[]
  /** Questions that can only be understood with the one before them. */
  followUps: readonly (readonly [before: string, ...Question])[]
}

/** A question, and words that only the passage with its answer has. */
export type Question = readonly [question: string, says: string]
