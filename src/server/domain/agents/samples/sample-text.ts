/** What is written by hand about a sample agent; the rest follows from its category and its name. */
export interface SampleText {
  id: string
  name: string
  description: string
  /** Sentences, joined with spaces. */
  personality: readonly string[]
  /** What it can do beyond its category's three capabilities. */
  skills: readonly string[]
  knowledgeDomains: readonly string[]
}
