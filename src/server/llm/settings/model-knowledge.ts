import type { Setting } from './model-settings.ts'

/** Maximum number of models that are remembered; the one that was used longest ago is forgotten first. */
const MAX_MODELS = 200

/**
 * What the answers of one model at one address have shown about it. It is kept by this process only; learning it again
 * costs one request.
 */
export interface ModelKnowledge {
  /** The settings that the model refuses, proven by a request that it accepted without them. */
  refused: ReadonlySet<Setting>
  /** The request that is finding out what else the model refuses; settles when that request is over. */
  learning: Promise<void> | null
  /**
   * Whether the model begins with reasoning and closes it with a tag that it never opened, as the templates of some
   * models do. Unless the model's name suggests it, this is false until an answer shows the opposite: waiting for
   * certainty would delay the first text of every model.
   */
  closesUnopened: boolean
  /** Whether it refused pictures, and accepted the same request without them. */
  refusesPictures: boolean
}

const models = new Map<string, ModelKnowledge>()

/** Parts of the names of models whose templates are known to open the reasoning themselves. */
const thinkers = /\br1\b|\bqwq\b|thinking|reasoner/i

/** Returns what is known of a model; all providers of the model share the same object. */
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
