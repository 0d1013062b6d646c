import { bodyOf } from '../accepted-settings.ts'
import type { ModelMessage } from '../provider.ts'
import type { ModelKnowledge } from './model-knowledge.ts'

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
    ask: (messages: readonly object[]) => Promise<Answer>
  },
): Promise<{ answer: Answer; unseen: boolean }> {
  const { sees, known, ask } = options
  const plain = messages.map(withCalls)
  if (!messages.some(({ pictures = [] }) => pictures.length > 0))
    return { answer: await ask(plain), unseen: false }
  if (!sees || known.refusesPictures) return { answer: await ask(plain), unseen: true }
  try {
    return { answer: await ask(messages.map(withPictures)), unseen: false }
  } catch (error) {
    if (!isAboutPictures(bodyOf(error))) throw error
    const answer = await ask(plain)
    known.refusesPictures = true
    return { answer, unseen: true }
  }
}

function withCalls({ role, content, calls = [], callId }: ModelMessage): object {
  if (callId !== undefined) return { role, content, tool_call_id: callId }
  if (calls.length === 0) return { role, content }
  const written = calls.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }))
  return { role, content: content === '' ? null : content, tool_calls: written }
}

function withPictures(message: ModelMessage): object {
  const { role, content, pictures = [] } = message
  if (pictures.length === 0) return withCalls(message)
  const images = pictures.map((bytes) => ({
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${Buffer.from(bytes).toString('base64')}` },
  }))
  return { role, content: [{ type: 'text', text: content }, ...images] }
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
