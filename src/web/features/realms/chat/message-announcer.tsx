import { lazy, Suspense, useState } from 'react'
import type { RealmHere } from '../live/realm-room.ts'

const MessageNews = lazy(() => import('./message-news.tsx'))

/**
 * Where a screen reader is politely told what others said and which agents have answered. What tells it is loaded once
 * there is something new.
 */
export function MessageAnnouncer({ room, self }: { room: RealmHere; self: string | undefined }) {
  const { messages } = room
  const [opened] = useState(messages)
  return (
    <div role="status" className="sr-only">
      {messages !== opened && (
        <Suspense fallback={null}>
          <MessageNews messages={messages} opened={opened} self={self} />
        </Suspense>
      )}
    </div>
  )
}
