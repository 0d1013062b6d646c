import type { ReplyEvent } from '../../../shared/chat/chat.ts'
import { citedIn } from '../../../shared/chat/cited-sources.ts'
import type { WholeEvent } from '../../../shared/chat/part-kinds.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import type { PartWriter } from '../chat/write-parts.ts'

/** Tells which sources a turn cites, of which only a beginning may be said. */
export function citeWhatIsSaid(writer: PartWriter) {
  const begun = writer.parts.find((part) => part.kind === 'sources')
  /** Of the part with the cited passages; null if bracketed numbers are text. */
  let id = begun?.id ?? null
  let cited: readonly CitedSource[] = begun?.sources ?? []
  /** Sources not cited yet, and what was said since they came. */
  let due: readonly CitedSource[] = []
  let saidSince = ''
  return {
    get may() {
      return id !== null
    },
    take({ sources }: Extract<WholeEvent, { type: 'sources' }>): ReplyEvent[] {
      if (due.length === 0) saidSince = ''
      const known = new Set([...cited, ...due].map(({ n }) => n))
      due = [...due, ...sources.filter(({ n }) => !known.has(n))]
      if (id !== null) return []
      const begun = writer.begin('sources', { sources: [] })
      id = begun.id
      return [begun]
    },
    /** Returns the sources that a text is the first to cite: what is cut off is not cited. */
    by(text: string): ReplyEvent[] {
      if (id === null || due.length === 0) return []
      saidSince += text
      const news = citedIn(saidSince, due)
      if (news.length === 0) return []
      due = due.filter((source) => !news.includes(source))
      cited = [...cited, ...news].sort((one, other) => one.n - other.n)
      return [writer.change('sources', id, { sources: [...cited] })]
    },
  }
}
