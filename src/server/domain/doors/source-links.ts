import { markedIn } from '../../../shared/knowledge/answering-sentence.ts'
import type { CitedSource } from '../../../shared/knowledge/cited-source.ts'
import { sourcePath } from '../../../shared/knowledge/source-page.ts'
import { passageKeyFor } from '../knowledge/passage-keys.ts'

/**
 * Makes the address of the page that shows a cited passage to people.
 * @param claims what the reply says where it cites the passage; the sentences that it was made from are marked there
 */
export type LinkToSource = (source: CitedSource, claims: readonly string[]) => string

/**
 * Makes links for what an API key received. They open as long as the key lives, also of a hidden agent of its wallet;
 * where nobody's key asked, as long as the agent is open to everybody.
 * @param origin the origin that people use
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
