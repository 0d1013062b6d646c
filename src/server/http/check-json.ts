/** No request nests anything like as deep. */
const DEPTH = 32

/** Names and values of one request; the longest has some two thousand. */
const VALUES = 20_000

/**
 * What forbids to parse a text, as a sentence; null where nothing does. Parsing, checking and listing the faults of
 * a text takes time and memory by its depth and the number of its values rather than by its length, so both are
 * counted first, in one pass that makes nothing. It goes through strings in leaps, as an embedded picture is one of
 * megabytes. Of what is no JSON, it says nothing that matters: the parser refuses that.
 */
export function checkJson(text: string): string | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth += 1
        values += 1
        if (depth > DEPTH) return `The body can be nested at most ${DEPTH} levels deep.`
        break
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth -= 1
        break
      case COMMA:
      case COLON:
        values += 1
        break
    }
    if (values > VALUES)
      return `The body can have at most ${VALUES.toLocaleString('en-US')} names and values.`
  }
  return null
}

/** The place of the quote that ends the string that begins at `start`; the end of the text where none does. */
function endOfString(text: string, start: number): number {
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return text.length
    let escapes = quote
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1
    // An odd number of backslashes makes the quote a part of the string.
    if ((quote - escapes) % 2 === 0) return quote
    from = quote + 1
  }
}

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSE_BRACKET = 0x5d
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
