import { limits } from '../../../../shared/common/limits.ts'
import { toPlainText } from '../../../../shared/text/plain-text.ts'
import type { RememberedTurn } from '../../../domain/chat/reply-request.ts'
import type { UnstoredQuestion } from '../../../domain/doors/door-questions.ts'
import { Failure } from '../../../domain/failure.ts'
import type { Fitter } from '../../../domain/pictures/decoder.ts'
import { invalidRequest } from './errors.ts'

/** A message of either protocol. Pictures are addresses as the client gave them. */
export interface ClientMessage extends Pick<RememberedTurn, 'calls' | 'callId'> {
  role: 'system' | 'user' | 'assistant' | 'tool'
  text: string
  pictures?: readonly string[]
  at: string
}

/** Pictures of one request: a few times as many as a prompt can have. */
const MOST_PICTURES = 8

const dataUrl = /^data:image\/[\w.+-]{1,40};base64,/i

export type SaidQuestion = Pick<UnstoredQuestion, 'text' | 'system' | 'turns' | 'pictures' | 'following'>

/**
 * Makes a question of a client's messages. What stands first as system messages is added to the agent's own; later ones
 * stay in their places. The newest message of the user is the question, and what stands after it follows it. Without
 * one, the reply goes on from what the request ends with. `by` is who the pictures are decoded for.
 * @throws {Failure} `validation_failed` if all is empty, or for pictures that are elsewhere; and what the fitter throws
 */
export async function questionOf(
  messages: readonly ClientMessage[],
  { fitter, by, param }: { fitter: Fitter; by: string; param: string },
): Promise<SaidQuestion> {
  const telling = messages.filter(saysSomething)
  if (telling.length === 0) throw invalidRequest('There is nothing to answer: every message is empty.', param)
  const first = telling.findIndex(({ role }) => role !== 'system')
  const system = telling.slice(0, Math.max(0, first)).map(({ text }) => text)
  const said = telling.slice(system.length)
  const count = said.reduce((sum, { pictures = [] }) => sum + pictures.length, 0)
  if (count > MOST_PICTURES)
    throw invalidRequest(`A request can have at most ${MOST_PICTURES} images.`, said.at(-1)?.at ?? param)
  const turns: RememberedTurn[] = []
  for (const message of said) turns.push(await turnOf(message, fitter, by))
  const newest = turns.findLastIndex(({ role }) => role === 'user')
  // Without a question, what the request ends with is never left out of the prompt.
  const end = newest === -1 ? turns.findLastIndex(({ role }) => role !== 'system') : newest
  const { content: text, pictures } = turns[newest] ?? { content: '' }
  const following = turns.slice(end + 1)
  return {
    text,
    turns: turns.slice(0, newest === -1 ? end + 1 : newest),
    ...(system.length > 0 && { system: toPlainText(system.join('\n\n')) }),
    ...(pictures && { pictures }),
    ...(following.length > 0 && { following }),
  }
}

const saysSomething = ({ text, pictures = [], calls = [], callId }: ClientMessage) =>
  text.trim() !== '' || pictures.length > 0 || calls.length > 0 || callId !== undefined

async function turnOf(
  { role, text, pictures = [], calls, callId, at }: ClientMessage,
  fitter: Fitter,
  by: string,
) {
  const fitted: Uint8Array[] = []
  for (const url of pictures) fitted.push(await fitPicture(url, fitter, by, at))
  return {
    role,
    content: toPlainText(text),
    ...(fitted.length > 0 && { pictures: fitted }),
    ...(calls && calls.length > 0 && { calls }),
    ...(callId !== undefined && { callId }),
  }
}

async function fitPicture(url: string, fitter: Fitter, by: string, at: string): Promise<Uint8Array> {
  const head = dataUrl.exec(url.slice(0, 100))?.[0]
  if (head === undefined)
    throw invalidRequest('Send images as data: URLs in base64; this server fetches none from the web.', at)
  const bytes = Buffer.from(url.slice(head.length), 'base64')
  if (bytes.length > limits.pictureBytes)
    throw invalidRequest(`An image can have at most ${limits.pictureBytes / 1024 / 1024} MB.`, at)
  try {
    return await fitter.toFittingJpeg(bytes, by)
  } catch (error) {
    if (error instanceof Failure && (error.code === 'image_invalid' || error.code === 'image_too_large'))
      throw invalidRequest(error.message, at)
    throw error
  }
}

export function textOf(
  content: string | readonly { type: string; text?: string; refusal?: string }[],
): string {
  if (typeof content === 'string') return content
  return content.map(({ text = '', refusal = '' }) => text || refusal).join('')
}
