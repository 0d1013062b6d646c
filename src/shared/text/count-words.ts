/** How many words a text has. A word is what stands between white space. */
export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0
}
