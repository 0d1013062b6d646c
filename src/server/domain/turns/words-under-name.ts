/**
 * Somebody's words under their name, as a model is told them. Lines of one text are indented below its first, so that
 * none of them can pass for what somebody else says.
 */
export function wordsUnderName(name: string, words: string): string {
  return `${name}: ${words.replace(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/g, '\n  ')}`
}
