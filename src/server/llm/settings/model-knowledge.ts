import { RecentMap } from '../../base/recent-map.ts'
import type { Setting } from './model-settings.ts'

const MAX_MODELS = 200

/** What a model's answers have shown. Each process learns it again, at the cost of one request. */
export interface ModelKnowledge {
  /** Proven by a request that was accepted without them, or told by the model's name. */
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
  /** It thought before an answer, so its limit of tokens is thought to cover thoughts. */
  thinks: boolean
  /** What it did not take back, in short; see `Carries`. */
  refusedCarries: Set<string>
}

const models = new RecentMap<string, ModelKnowledge>(MAX_MODELS)

/** Their templates are known to open the reasoning themselves. */
const thinkers = /\br1\b|\bqwq\b|thinking|reasoner/i

/** All providers of a model share the same object. */
export function knowledgeOf(baseUrl: string, model: string): ModelKnowledge {
  const key = `${baseUrl}\n${model}`
  const known = models.get(key) ?? {
    refused: refusedByName(model),
    learning: null,
    closesUnopened: thinkers.test(model),
    refusesPictures: false,
    thinks: false,
    refusedCarries: new Set(),
  }
  models.set(key, known)
  return known
}

/** What is not taken from these, under whoever's name they are served. */
function refusedByName(model: string): Set<Setting> {
  if (/\bgemini\b/i.test(model)) return new Set(['unsigned_calls'])
  if (/\b(?:kimi|moonshot|deepseek)\b/i.test(model)) return new Set(['thoughtless_calls'])
  return new Set()
}
