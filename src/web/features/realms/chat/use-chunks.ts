import { useMemo, useState } from 'react'
import type { RealmMessage } from '../../../../shared/realm-messages.ts'
import type { Zone } from '../../../lib/clock.ts'
import type { OwnMessage } from '../live/realm-room.ts'
import { type Chunk, chunksOf } from './message-chunks.ts'

/** The log in pieces, of which those that did not change stay the same objects. */
export function useChunks(options: {
  messages: readonly RealmMessage[]
  underway: OwnMessage | undefined
  zone: Zone
  firstNew: number | undefined
}): readonly Chunk[] {
  const { messages, underway, zone, firstNew } = options
  const [memory] = useState<{ chunks: readonly Chunk[] }>(() => ({ chunks: [] }))
  const own = useMemo(() => underway && { ...underway, kind: 'underway' as const }, [underway])
  return useMemo(() => {
    const shown = own && messages.every(({ id }) => id !== own.id) ? [...messages, own] : messages
    memory.chunks = chunksOf(shown, { zone, firstNew }, memory.chunks)
    return memory.chunks
  }, [messages, own, zone, firstNew, memory])
}
