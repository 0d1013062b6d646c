import type { ModelFacts } from '../../../shared/models/models.ts'
import { seesPictures } from '../../llm/asking/pictures.ts'

/** The window assumed for models that are not in the table: the smallest that hosted models still have. */
export const DEFAULT_WINDOW_TOKENS = 8_192

/** The windows of hosted models in tokens, by the prefix of their name; the longest matching prefix counts. */
const windows: Readonly<Record<string, number>> = {
  'gpt-3.5-turbo': 16_385,
  'gpt-4': 8_192,
  'gpt-4-32k': 32_768,
  'gpt-4-turbo': 128_000,
  'gpt-4-0125': 128_000,
  'gpt-4-1106': 128_000,
  'gpt-4o': 128_000,
  'gpt-4.1': 1_047_576,
  'gpt-5': 272_000,
  'chatgpt-4o': 128_000,
  o1: 128_000,
  o3: 200_000,
  'o4-mini': 200_000,
  'claude-': 200_000,
  'gemini-1.5': 1_000_000,
  'gemini-2': 1_000_000,
  'gemini-3': 1_000_000,
  'mistral-large': 128_000,
  'mistral-medium': 128_000,
  'mistral-small': 32_000,
  'deepseek-chat': 64_000,
  'deepseek-reasoner': 64_000,
  'grok-2': 131_072,
  'grok-3': 131_072,
  'grok-4': 131_072,
}

/** A vendor before a slash does not count. */
function knownWindow(model: string): number | undefined {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  const beginnings = Object.keys(windows).filter((beginning) => name.startsWith(beginning))
  const longest = beginnings.sort((a, b) => b.length - a.length)[0]
  return longest === undefined ? undefined : windows[longest]
}

/** What is said of a model; what is absent or null is not said. */
export type SaidFacts = { readonly [Fact in keyof ModelFacts]?: ModelFacts[Fact] | undefined }

export interface FactSources {
  /** By whoever runs this place; it counts first. */
  file: SaidFacts
  /** By the provider's list. */
  listed: SaidFacts
  /** The value of `CHAT_WINDOW_TOKENS`. A smaller one counts, unless the file says the window of this very model. */
  windowTokens: number | undefined
  /** The value of `VISION_MODELS`, which counts before the list. */
  visionModels: readonly string[] | undefined
  /** A local server chooses the window itself, so its model's name tells nothing of it. */
  isLocal: boolean
}

/** Of the file, else of the provider's list, else of the model's name. */
export function factsOf(model: string, sources: FactSources): ModelFacts {
  const { file, listed, windowTokens, visionModels, isLocal } = sources
  const known = listed.windowTokens ?? (isLocal ? undefined : knownWindow(model))
  const usual = known ?? windowTokens ?? DEFAULT_WINDOW_TOKENS
  const byName = seesPictures(model, visionModels)
  return {
    windowTokens: file.windowTokens ?? Math.min(usual, windowTokens ?? usual),
    sees: file.sees ?? (visionModels ? byName : (listed.sees ?? byName)),
    tools: file.tools ?? listed.tools ?? null,
    reasons: file.reasons ?? listed.reasons ?? null,
    prices: file.prices ?? listed.prices ?? null,
  }
}

/** Providers list these beside what can be talked with, most without saying what they are for. */
const otherUses =
  /embed|rerank|whisper|transcri|moderation|dall-e|sora|imagen|veo-|stable-diffusion|flux|(?:^|[-/_])(?:tts|speech|audio|realtime|image|ocr|guard|aqa|bge|babbage|davinci)(?:$|[-_:.\d])/i

/** Whether a listed model is one to talk with, as far as its name tells. */
export function isForTalking(model: string): boolean {
  return !otherUses.test(model)
}
