import { agentMark } from '../../base/network/network.ts'
import type { SendRequest } from '../model-address.ts'
import { ModelError } from '../model-error.ts'
import { refusalOf } from './refusal.ts'

interface JsonGet {
  send: SendRequest
  url: string
  headers: Readonly<Record<string, string>>
  mostBytes: number
  signal: AbortSignal
}

/** @throws {ModelError} for anything but JSON within the bound */
export async function getJson({ send, url, headers, mostBytes, signal }: JsonGet): Promise<unknown> {
  const response = await send(url, { headers: { ...headers, ...agentMark }, signal }).catch(
    (error: unknown) => {
      throw new ModelError('APIConnectionError', error instanceof Error ? error.message : 'Connection error.')
    },
  )
  if (response.status < 200 || response.status >= 300) throw await refusalOf(response)
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > mostBytes) throw new ModelError('ModelAnswerMalformed', 'The model server sent too much.')
    pieces.push(piece)
  }
  try {
    return JSON.parse(Buffer.concat(pieces).toString())
  } catch {
    throw new ModelError('ModelAnswerMalformed', 'The model server sent something that is not JSON.')
  }
}
