import type { Logger } from '../../base/log.ts'
import { isDataException } from '../../db/rows.ts'
import { databaseFailure } from '../database-failure.ts'
import { Failure } from '../failure.ts'

const MOST = 40

/** Sentences for whoever imports, each once, up to a maximum. */
export class Notes {
  readonly #times = new Map<string, number>()

  add(sentence: string): void {
    this.#times.set(sentence, (this.#times.get(sentence) ?? 0) + 1)
  }

  list(): string[] {
    const all = [...this.#times].map(([sentence, times]) =>
      times === 1 ? sentence : `${sentence} (${times} times)`,
    )
    if (all.length <= MOST) return all
    return [
      ...all.slice(0, MOST - 1),
      `So it is with ${(all.length - MOST + 1).toLocaleString('en-US')} more.`,
    ]
  }
}

/** Whose import it is, and where its errors are logged. */
export interface ImportOf {
  wallet: string
  id: string
  requestId: string
  log: Logger
}

/** Says why one thing of an import is left out. @throws the error if nothing else could be stored either */
export function reasonFor(error: unknown, { requestId, log }: Pick<ImportOf, 'requestId' | 'log'>): string {
  if (error instanceof Failure) return error.message
  if (isDataException(error)) return 'It has a value that can’t be stored.'
  if (databaseFailure(error)) throw error
  log.error({ err: error }, 'a thing of an import could not be stored')
  return `Something went wrong on the server (request ${requestId}).`
}
