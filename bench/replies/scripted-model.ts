/** How the scripted model answers; it is encoded in the question. */
export interface Script {
  words: number
  everyMs: number
  /** Stays silent after the words instead of ending. */
  holds?: boolean
}

/** The question that encodes this script. */
export function questionFor({ words, everyMs, holds = false }: Script): string {
  return `Say ${words} words, one each ${everyMs} ms${holds ? ', then hold' : ''}.`
}

export function scriptOf(body: string): Script | undefined {
  const found = /Say (\d+) words, one each (\d+) ms(, then hold)?\./.exec(body)
  return found
    ? { words: Number(found[1]), everyMs: Number(found[2]), holds: found[3] !== undefined }
    : undefined
}

/** Microseconds of the clock that all processes of this machine share. */
export function microseconds(): number {
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1e6 + Math.floor(nanoseconds / 1e3)
}

/**
 * A word of the scripted model, which contains the time when it was sent. It is as long as an English word with its
 * space.
 */
export function stampedWord(): string {
  return `~${microseconds().toString(36)} `
}

/** A stamped word within any format; its first group is for `stampFrom`. */
export const stampedWords = /~([0-9a-z]+) /g

export function stampFrom(group: string): number {
  return Number.parseInt(group, 36)
}
