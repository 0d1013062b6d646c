export interface JsonBounds {
  depth: number
  values: number
}

/** Far above what any form sends. */
const REQUEST: JsonBounds = { depth: 32, values: 20_000 }

/**
 * Says why a JSON text must not be parsed, or null. Parsing, validating and listing errors cost by depth and number of
 * values rather than by length, so these are counted first. Strings are skipped, as an embedded picture has megabytes.
 */
export function checkJson(
  text: string,
  { depth: deepest, values: most }: JsonBounds = REQUEST,
): string | null {
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
        if (depth > deepest) return `JSON can be nested at most ${deepest} levels deep here.`
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
    if (values > most) return `JSON can have at most ${most.toLocaleString('en-US')} names and values here.`
  }
  return null
}

function endOfString(text: string, start: number): number {
  let from = start + 1
  for (;;) {
    const quote = text.indexOf('"', from)
    if (quote === -1) return text.length
    let escapes = quote
    while (text.charCodeAt(escapes - 1) === BACKSLASH) escapes -= 1
    // After an odd number of backslashes the quote is part of the string.
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
