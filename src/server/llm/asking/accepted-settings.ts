import { setTimeout as wait } from 'node:timers/promises'
import { ReportedError } from '../model-error.ts'
import type { ModelKnowledge } from '../settings/model-knowledge.ts'
import type { Setting } from '../settings/model-settings.ts'
import { refusedSettings } from '../settings/refused-settings.ts'

/** A request waits at most this long, in milliseconds, for another one that learns what a model refuses. */
const LEARNING_MS = 5_000

/** Sends a request without what is refused; `sent` is what of it may be refused. */
type Attempt<Answer> = (refused: ReadonlySet<Setting>) => {
  sent: readonly Setting[]
  answer: Promise<Answer>
}

/**
 * Each refusal by name removes a setting, so a request is repeated at most once for each. It is remembered once a
 * request without the setting was accepted; concurrent requests that were refused wait for the one that finds out.
 */
export function acceptedBy(known: ModelKnowledge, onRefused: (setting: Setting) => void) {
  function accept(refused: ReadonlySet<Setting>) {
    // A conversation that leaves no room says nothing about the model.
    const news = [...refused].filter((setting) => !known.refused.has(setting) && setting !== 'room_here')
    if (news.length === 0) return
    known.refused = new Set([...known.refused, ...news])
    for (const setting of news) onRefused(setting)
  }

  return async function askAccepted<Answer>(attempt: Attempt<Answer>, signal: AbortSignal): Promise<Answer> {
    let refused = new Set(known.refused)
    let patience = LEARNING_MS
    let learned: (() => void) | undefined
    try {
      for (;;) {
        const { sent, answer } = attempt(refused)
        try {
          const accepted = await answer
          accept(refused)
          return accepted
        } catch (error) {
          const named = signal.aborted ? [] : refusedSettings(bodyOf(error), sent)
          if (named.length === 0) throw error
          refused = new Set([...refused, ...named])
        }
        while (!learned && [...refused].some((setting) => !known.refused.has(setting))) {
          if (known.learning && patience > 0) {
            const from = performance.now()
            await Promise.race([known.learning, wait(patience, undefined, { signal, ref: false })])
            patience -= performance.now() - from
          } else {
            const { promise, resolve } = Promise.withResolvers<void>()
            known.learning ??= promise
            learned = () => {
              if (known.learning === promise) known.learning = null
              resolve()
            }
          }
        }
        refused = new Set([...refused, ...known.refused])
      }
    } finally {
      learned?.()
    }
  }
}

/** Undefined for an error that is not about an invalid request. */
export function bodyOf(error: unknown): unknown {
  if (!(error instanceof ReportedError)) return undefined
  const { status, body } = error
  return status === undefined || status === 400 || status === 422 ? body : undefined
}
