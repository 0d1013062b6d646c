import type { ModelMessage } from '../provider.ts'
import type { ModelKnowledge } from '../settings/model-knowledge.ts'
import { bodyOf } from './accepted-settings.ts'

/** Beginnings of names, unless the operator sets others. */
const usualVisionModels: readonly string[] = [
  'gpt-4o',
  'gpt-4.1',
  'gpt-4.5',
  'gpt-4-turbo-2024',
  'gpt-5',
  'chatgpt-4o',
  'o1',
  'o3',
  'o4',
  'claude-',
  'gemini-',
  'gemma3',
  'gemma-3',
  'grok-2-vision',
  'grok-4',
  'llama-4',
  'llama4',
  'llama3.2-vision',
  'llava',
  'minicpm-v',
  'mistral-medium',
  'mistral-small',
  'moondream',
  'pixtral',
  'qwen2-vl',
  'qwen2.5-vl',
  'qwen2.5vl',
  'qwen3-vl',
]

/** A vendor before a slash does not count. */
export function seesPictures(model: string, beginnings: readonly string[] = usualVisionModels): boolean {
  const name = model.slice(model.lastIndexOf('/') + 1).toLowerCase()
  return beginnings.some((beginning) => name.startsWith(beginning.toLowerCase()))
}

/** A model that refuses pictures is asked once without; `unseen` tells that pictures were left out. */
export async function askSeeing<Answer>(
  messages: readonly ModelMessage[],
  options: {
    sees: boolean
    known: Pick<ModelKnowledge, 'refusesPictures'>
    ask: (withPictures: boolean) => Promise<Answer>
  },
): Promise<{ answer: Answer; unseen: boolean }> {
  const { sees, known, ask } = options
  if (!messages.some(({ pictures = [] }) => pictures.length > 0))
    return { answer: await ask(false), unseen: false }
  if (!sees || known.refusesPictures) return { answer: await ask(false), unseen: true }
  try {
    return { answer: await ask(true), unseen: false }
  } catch (error) {
    if (!isAboutPictures(bodyOf(error))) throw error
    const answer = await ask(false)
    known.refusesPictures = true
    return { answer, unseen: true }
  }
}

const EXAMINED_CHARACTERS = 4_000

/** Some servers only say that a content must be a text. */
function isAboutPictures(body: unknown): boolean {
  if (body === undefined) return false
  const text = (JSON.stringify(body) ?? '').slice(0, EXAMINED_CHARACTERS)
  return /image|vision|multi-?modal|content\b[^.]*\b(?:must be|expected|should be)[^.]*\bstr(?:ing)?\b|valid string/i.test(
    text,
  )
}
