const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Titles whose full stop ends no sentence; Unicode's rules don't know them. */
const isTitle = /(?:^|\W)(?:Dr|Mr|Mrs|Ms|Mx|Prof|St|vs)\.$/

/** As many characters as the longest title has, with its full stop and what stands before it. */
const TITLE = 'Prof.'.length + 1

/** The first sentence of a text as it was written, without the space around it. A line break ends a sentence too. */
export function firstSentence(text: string): string {
  const trimmed = text.trim()
  let end = 0
  for (const { segment, index } of sentences.segment(trimmed)) {
    end = index + segment.length
    // Only the end of what was added is looked at: a text of titles alone has as many segments as it has titles.
    if (!isTitle.test(segment.trimEnd().slice(-TITLE))) break
  }
  return trimmed.slice(0, end).trim()
}
