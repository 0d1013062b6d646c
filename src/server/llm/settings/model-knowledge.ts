import type { Setting } from './model-settings.ts'

const MAX_MODELS = 200

/** What a model's answers have shown. Each process learns it again, at the cost of one request. */
export interface ModelKnowledge {
  /** Proven by a request that was accepted without them. */
  refused: ReadonlySet<Setting>
  /** Settles when the request that finds out what else is refused is over. */
  learning: Promise<void> | null
  /**
   * Whether the model closes reasoning that it never opened, as some templates do. Unless its name suggests it, false
   * until an answer shows it: waiting for certainty would delay the first text of every model.
   */
  closesUnopened: boolean
  /** It refused pictures, and accepted the same request without them. */
  refusesPictures: boolean
}

const models = new Map<string, ModelKnowledge>()

/** Their templates are known to open the reasoning themselves. */
const thinkers = /\br1\b|\bqwq\b|thinking|reasoner/i

/** All providers of a model share the same object. */
export function knowledgeOf(baseUrl: string, model: string): ModelKnowledge {
  const key = `${baseUrl}\n${model}`
  const known = models.get(key) ?? {
    refused: new Set(),
    learning: null,
    closesUnopened: thinkers.test(model),
    refusesPictures: false,
  }
  models.delete(key)
  models.set(key, known)
  const [oldest] = models.keys()
  if (models.size > MAX_MODELS && oldest !== undefined) models.delete(oldest)
  return known
}
