const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Titles whose full stop does not end a sentence; Unicode's rules do not know them. */
const isTitle = /(?:^|\W)(?:Dr|Mr|Mrs|Ms|Mx|Prof|St|vs)\.$/

/** The length of the longest title with its full stop, and one character before it. */
const TITLE = 'Prof.'.length + 1

/** The first sentence of a text, trimmed. A line break ends a sentence too. */
export function firstSentence(text: string): string {
  const trimmed = text.trim()
  let end = 0
  for (const { segment, index } of sentences.segment(trimmed)) {
    end = index + segment.length
    // Only the end of the new segment is checked: a text that consists of titles has as many segments as titles.
    if (!isTitle.test(segment.trimEnd().slice(-TITLE))) break
  }
  return trimmed.slice(0, end).trim()
}
