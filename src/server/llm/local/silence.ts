import { MODEL_TIMEOUT_MS } from '../settings/model-settings.ts'

/** Does something after some milliseconds. @returns what calls it off */
export type Later = (milliseconds: number, act: () => void) => () => void

export const later: Later = (milliseconds, act) => {
  const timer = setTimeout(act, milliseconds).unref()
  return () => clearTimeout(timer)
}

/** Ends an answer of which no text has come for as long as section 9 allows. */
export class Silence {
  readonly #later: Later
  readonly #onTooLong: () => void
  #cancel = () => {}

  constructor(later: Later, onTooLong: () => void) {
    this.#later = later
    this.#onTooLong = onTooLong
    this.isBroken()
  }

  isBroken(): void {
    this.#cancel()
    this.#cancel = this.#later(MODEL_TIMEOUT_MS, this.#onTooLong)
  }

  end(): void {
    this.#cancel()
  }
}

/** @throws what `result` throws, or the reason of `gone` once nobody waits any more */
export async function unlessGone<Result>(result: Promise<Result>, gone: AbortSignal): Promise<Result> {
  const left = Promise.withResolvers<never>()
  const leave = () => left.reject(gone.reason)
  gone.addEventListener('abort', leave, { once: true })
  if (gone.aborted) leave()
  result.catch(() => {})
  try {
    return await Promise.race([result, left.promise])
  } finally {
    gone.removeEventListener('abort', leave)
  }
}
