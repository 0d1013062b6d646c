import type { Message, SendMessageRequest } from '@a2a-js/sdk'
import { Role } from '@a2a-js/sdk'
import {
  ContentTypeNotSupportedError,
  PushNotificationNotSupportedError,
  RequestMalformedError,
} from '@a2a-js/sdk/errors'
import * as z from 'zod/mini'
import { questionTextSchema } from '../../../../shared/chat/chat.ts'
import { isPlainText, lengthOf } from '../../../../shared/text/plain-text.ts'

interface ReadMessage {
  message: Message
  text: string
  /** In which form the client gets the agent's text. */
  mediaType: 'text/markdown' | 'text/plain'
  historyLength: number | undefined
}

/** In characters; the protocol suggests a UUID. */
const MOST_OF_ID = 256

const textTypes = new Set(['', 'text', 'text/plain', 'text/markdown'])

/** Reads a message without its parts. @throws the protocol's error for one that is none, or asks for what is not here */
export function readEnvelope({ message, configuration }: SendMessageRequest): Omit<ReadMessage, 'text'> {
  if (!message) throw new RequestMalformedError('A message is required.')
  if (message.messageId === '') throw new RequestMalformedError('message.messageId is required.')
  if (lengthOf(message.messageId) > MOST_OF_ID || !isPlainText(message.messageId))
    throw new RequestMalformedError(`message.messageId must be text of at most ${MOST_OF_ID} characters.`)
  if (message.role !== Role.ROLE_USER) throw new RequestMalformedError('message.role must be ROLE_USER.')
  if (message.parts.length === 0) throw new RequestMalformedError('message.parts must not be empty.')
  if (configuration?.taskPushNotificationConfig) throw new PushNotificationNotSupportedError()
  return {
    message,
    mediaType: mediaTypeFor(configuration?.acceptedOutputModes ?? []),
    historyLength: readHistoryLength(configuration?.historyLength),
  }
}

/** Reads the text of a message. @throws the protocol's error for a message that has none, or something else */
export function readMessage(params: SendMessageRequest): ReadMessage {
  const envelope = readEnvelope(params)
  const text = envelope.message.parts.map((part) => {
    if (
      part.content?.$case !== 'text' ||
      !textTypes.has(part.mediaType.split(';', 1).join().trim().toLowerCase())
    )
      throw new ContentTypeNotSupportedError('Agents here read text only.')
    return part.content.value
  })
  const parsed = questionTextSchema.safeParse(text.join('\n\n'))
  if (!parsed.success)
    throw new RequestMalformedError(parsed.error.issues[0]?.message ?? 'A message is required.')
  return { ...envelope, text: parsed.data }
}

/** @throws {ContentTypeNotSupportedError} if the client accepts nothing that an agent writes */
function mediaTypeFor(accepted: readonly string[]): ReadMessage['mediaType'] {
  const modes = accepted.map((mode) => mode.trim().toLowerCase())
  if (modes.length === 0 || modes.some((mode) => ['*', '*/*', 'text/*', 'text/markdown'].includes(mode)))
    return 'text/markdown'
  if (modes.some((mode) => mode === 'text/plain' || mode === 'text')) return 'text/plain'
  throw new ContentTypeNotSupportedError('Agents here write text/markdown and text/plain only.')
}

export function readHistoryLength(length: number | undefined): number | undefined {
  if (length === undefined || (Number.isInteger(length) && length >= 0)) return length
  throw new RequestMalformedError('historyLength must be zero or more.')
}

const uuid = z.uuid()

/** Returns an id as it is stored; null if nothing can have it. */
export function storedId(id: string): string | null {
  return uuid.safeParse(id).success ? id.toLowerCase() : null
}
