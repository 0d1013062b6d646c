import { randomFrom } from '../../test/random-from.ts'

const syllables =
  'ba be bi bo bu da de di do du ka ke ki ko ku la le li lo lu ma me mi mo mu ra re ri ro ru sa se si so su ta te ti to tu'.split(
    ' ',
  )

/** Generated words, the same in each run. */
export function inventVocabulary(size: number): string[] {
  const random = randomFrom(1)
  const words = new Set<string>()
  while (words.size < size) {
    const length = 2 + Math.floor(random() * 3)
    words.add(Array.from({ length }, () => syllables[Math.floor(random() * syllables.length)]).join(''))
  }
  return [...words]
}

/**
 * A text with a number of words. The n-th word of the vocabulary is about 1/n as frequent as the first, as in natural
 * languages.
 */
export function inventText(vocabulary: readonly string[], words: number, seed: number): string {
  const random = randomFrom(seed)
  return Array.from(
    { length: words },
    () => vocabulary[Math.floor(vocabulary.length ** random()) - 1] ?? vocabulary[0],
  ).join(' ')
}
