import { markedIn } from '../../../shared/knowledge/answering-sentence.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { sourcePath } from '../../../shared/knowledge/source-page.ts'
import { passageKeyFor } from '../knowledge/passage-keys.ts'

/** Makes the address of a cited passage's page, where the sentences are marked from which `claims` were made. */
export type LinkToSource = (source: CitedSource, claims: readonly string[]) => string

/**
 * Links open as long as the key lives, also those of a hidden agent of its wallet; without a key, as long as the agent is
 * open to everybody. `origin` is the one that people use.
 */
export function sourceLinks(origin: string, apiKeyId: string | null): LinkToSource {
  return (source, claims) => {
    const { key, quote } = source
    const marks = markedIn(quote, claims).filter(({ from, to }) => to - from < quote.length)
    return (
      origin +
      sourcePath(source, {
        ...(apiKeyId === null ? { key } : { key: passageKeyFor(key, apiKeyId), by: apiKeyId }),
        marks,
      })
    )
  }
}
