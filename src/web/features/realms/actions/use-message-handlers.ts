import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useLayoutEffect, useMemo, useRef } from 'react'
import { declinedSignIn, useApi, withSession } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { loadModeration } from '../api/moderation-queries.ts'
import { mergeMessages } from '../api/realm-log.ts'
import { removeMessage, stopAnswer } from '../api/realm-messages.ts'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { Writing } from '../live/realm-room.ts'
import type { MessageHandlers, Problem } from '../message/shown-message.ts'
import type { Mutes } from './use-mutes.ts'

/** The viewer's actions on messages; the same object as long as the muted wallets stay the same. */
export function useMessageHandlers(parts: {
  realmId: string
  mutes: Mutes
  setReplyTo: Writing['setReplyTo']
  composer: RefObject<ComposerHandle | null>
  keepOut: MessageHandlers['keepOut']
}): MessageHandlers {
  const { realmId, mutes, composer, keepOut } = parts
  const api = useApi()
  const client = useQueryClient()
  const setReplyTo = useRef(parts.setReplyTo)
  useLayoutEffect(() => {
    setReplyTo.current = parts.setReplyTo
  })
  return useMemo(() => {
    const tried = async (action: () => Promise<unknown>): Promise<Problem> => {
      try {
        return (await withSession(action)) === null ? declinedSignIn : undefined
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
        tried(async () => mergeMessages(client, api, realmId, [await removeMessage(api, realmId, id)])),
      setMuted: mutes.set,
      letThrough: ({ id }) => tried(async () => (await loadModeration()).letThrough(api, realmId, id)),
      setBlocked: (wallet, name, blocked) =>
        void import('../../../blocks/people/change-blocked.ts').then(({ changeBlocked }) =>
          changeBlocked({ api, client }, { wallet, name, how: blocked ? { noCopies: false } : null }),
        ),
      keepOut,
      stop: ({ id }) => tried(() => stopAnswer(api, realmId, id)),
    }
  }, [api, client, realmId, mutes, composer, keepOut])
}
