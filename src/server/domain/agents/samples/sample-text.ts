/** The individual texts of a sample agent; the rest is derived from its category and its name. */
export interface SampleText {
  id: string
  name: string
  description: string
  /** Sentences, joined with spaces. */
  personality: readonly string[]
  /** Its capabilities beyond the three of its category. */
  skills: readonly string[]
  knowledgeDomains: readonly string[]
}
