const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

/** Titles whose full stop ends no sentence; Unicode's rules don't know them. */
const endsInTitle = /\b(?:Dr|Mr|Mrs|Ms|Mx|Prof|St|vs)\.\s*$/

/** The first sentence of a text as it was written, without the space around it. A line break ends a sentence too. */
export function firstSentence(text: string): string {
  let sentence = ''
  for (const { segment } of sentences.segment(text.trim())) {
    sentence += segment
    if (!endsInTitle.test(sentence)) break
  }
  return sentence.trim()
}
