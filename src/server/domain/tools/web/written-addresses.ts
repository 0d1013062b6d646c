/** From where an address may begin up to white space or what no address has. */
const withScheme = /https?:\/\/[^\s<>"`\\^{|}]+/giu
const bare =
  /(?<![\p{L}\p{M}\p{N}._@/:-])[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*(?:\.[\p{L}\p{M}\p{N}-]+)+(?::\d{1,5})?(?:[/?#][^\s<>"`\\^{|}]*)?/gu

/** What may belong to the sentence and not to the address. */
const sentence = /[.,;:!?'*_~()[\]\p{Pi}\p{Pf}\p{Pe}\p{Po}]$/u

/** More of them at the end of one are no sentence. */
const MOST_MARKS = 8

/** As it is sent: without its fragment. */
function sentAs(address: string): string | null {
  const url = URL.parse(address)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  url.hash = ''
  return url.href
}

function* withoutSentence(address: string): Generator<string> {
  let rest = address
  yield rest
  for (let count = 0; count < MOST_MARKS && sentence.test(rest); count++) {
    rest = rest.slice(0, -1)
    yield rest
  }
}

/**
 * Whether persons wrote this address, or one of these addresses is the same: equal once parsed, but for a fragment, and
 * for https in place of http or of nothing.
 */
export function isWritten(address: string, texts: readonly string[], addresses: readonly string[]): boolean {
  const wanted = sentAs(address)
  if (wanted === null) return false
  const isIt = (given: string) => {
    const sent = sentAs(given)
    return sent === wanted || sent?.replace(/^http:/, 'https:') === wanted
  }
  if (addresses.some(isIt)) return true
  return texts.some((text) => {
    for (const [found] of text.matchAll(withScheme))
      for (const one of withoutSentence(found)) if (isIt(one)) return true
    for (const [found] of text.matchAll(bare))
      for (const one of withoutSentence(found)) if (isIt(`http://${one}`)) return true
    return false
  })
}
