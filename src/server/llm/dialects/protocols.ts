import type { Dialect } from '../../../shared/models/own-keys.ts'
import { chatProtocol } from './chat.ts'
import { messagesProtocol } from './messages.ts'
import type { Protocol } from './protocol.ts'
import { responsesProtocol } from './responses.ts'

export const protocols: Readonly<Record<Dialect, Protocol>> = {
  chat: chatProtocol,
  responses: responsesProtocol,
  messages: messagesProtocol,
}
