import type { Source, SourceState } from '../../../../shared/knowledge/sources.ts'
import * as texts from '../texts.tsx'

/** The processing state of a document in words. */
export function stateWords(state: SourceState): string {
  switch (state.kind) {
    case 'waiting':
      return texts.waitingToBeRead
    case 'reading':
      return state.of === null ? texts.readingDocument : texts.readingDocumentOf(state.done, state.of)
    case 'ready':
      return [
        state.pages !== null && texts.pageCount(state.pages),
        texts.passageCount(state.passages),
        state.language !== null && (languages.of(state.language) ?? state.language),
      ]
        .filter((part) => part !== false)
        .join(' · ')
    case 'failed':
      return state.reason
  }
}

/** The text that a screen reader announces when documents are added, being processed, or done. */
export function announcement(sources: readonly Source[]): string {
  const count = (...kinds: SourceState['kind'][]) =>
    sources.filter(({ state }) => kinds.includes(state.kind)).length
  const reading = count('waiting', 'reading')
  const failed = count('failed')
  return [
    texts.readyAloud(count('ready')),
    reading > 0 && texts.beingReadAloud(reading),
    failed > 0 && texts.failedAloud(failed),
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
