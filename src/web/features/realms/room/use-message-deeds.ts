import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { adoptMessages } from '../api/realm-log.ts'
import { removeMessage, stopAnswer } from '../api/realm-messages.ts'
import type { ComposerHandle } from '../chat/composer.tsx'
import type { MessageDeeds, Problem } from '../chat/message-deeds.ts'
import type { Writing } from '../live/realm-room.ts'
import type { Mutes } from './use-mutes.ts'
import { declined, useSessionDeed } from './use-session-deed.ts'

/** What the reader can do with messages; the same object while who is muted stays the same. */
export function useMessageDeeds(parts: {
  realmId: string
  mutes: Mutes
  setReplyTo: Writing['setReplyTo']
  composer: RefObject<ComposerHandle | null>
}): MessageDeeds {
  const { realmId, mutes, composer } = parts
  const api = useApi()
  const client = useQueryClient()
  const withSession = useSessionDeed()
  const setReplyTo = useRef(parts.setReplyTo)
  useLayoutEffect(() => {
    setReplyTo.current = parts.setReplyTo
  })
  return useMemo(() => {
    const tried = async (deed: () => Promise<unknown>): Promise<Problem> => {
      try {
        return (await withSession(deed)) === null ? declined : undefined
      } catch (error) {
        return explainError(error)
      }
    }
    return {
      muted: mutes.wallets,
      reply: (number) => {
        setReplyTo.current(number)
        composer.current?.focus()
      },
      mention: (name) => composer.current?.mention(name),
      remove: ({ id }) =>
        tried(async () => adoptMessages(client, api, realmId, [await removeMessage(api, realmId, id)])),
      setMuted: mutes.set,
      stop: ({ id }) => tried(() => stopAnswer(api, realmId, id)),
    }
  }, [api, client, realmId, mutes, withSession, composer])
}
