import type { Setting } from './model-settings.ts'

/** How many models are remembered; the one that was asked longest ago is forgotten first. */
const MAX_MODELS = 200

/** What the answers of one model at one address taught about it. It is of this process alone, and costs a request to learn again. */
export interface ModelKnowledge {
  /** The settings that it refuses, proven by a request that it took without them. */
  refused: ReadonlySet<Setting>
  /** Settles when the request is through that finds out what else it refuses. */
  learning: Promise<void> | null
  /**
   * Whether it thinks first and closes that with a tag that it never opened, as the templates of some do. Of a model
   * whose name does not say so it is taken to be false until an answer shows otherwise: to be sure, the first words of
   * every model would have to wait.
   */
  closesUnopened: boolean
}

const models = new Map<string, ModelKnowledge>()

/** Models that are known to be served by templates that open the thinking themselves, by a part of their name. */
const thinkers = /\br1\b|\bqwq\b|thinking|reasoner/i

/** What is known of a model; the same object for every provider of it. */
export function knowledgeOf(baseUrl: string, model: string): ModelKnowledge {
  const key = `${baseUrl}\n${model}`
  const known = models.get(key) ?? {
    refused: new Set(),
    learning: null,
    closesUnopened: thinkers.test(model),
  }
  models.delete(key)
  models.set(key, known)
  const [oldest] = models.keys()
  if (models.size > MAX_MODELS && oldest !== undefined) models.delete(oldest)
  return known
}
