import type { Source, SourceState } from '../../../../shared/knowledge/sources.ts'
import * as texts from './texts.ts'

export function stateWords(state: SourceState): string {
  switch (state.kind) {
    case 'waiting':
      return texts.waitingToRead
    case 'reading':
      return state.of === null ? texts.reading : texts.readingPart(state.done, state.of)
    case 'ready':
      return [
        state.pages !== null && texts.pages(state.pages),
        texts.passages(state.passages),
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
    texts.readyCount(count('ready')),
    reading > 0 && texts.readingCount(reading),
    failed > 0 && texts.failedCount(failed),
  ]
    .filter((part) => part !== false)
    .join(', ')
}

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
