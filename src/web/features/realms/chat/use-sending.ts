import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newRealmMessageSchema, type RealmMessage } from '../../../../shared/realms.ts'
import { answer, useApi } from '../../../lib/api.ts'
import { explainError } from '../../../lib/explain-error.ts'
import { requireSignIn, useIdentity } from '../../../lib/identity.ts'
import { newId } from '../../../lib/new-id.ts'
import { realmLogQuery } from '../api/realm-log.ts'
import type { ShownMessage } from './message-days.ts'
import type { RealmLog } from './realm-log.ts'

/** What became of the reader's last message. `sent` holds until the realm's log has it. */
export type Sending =
  | { state: 'idle' }
  | { state: 'sending' | 'sent'; message: ShownMessage }
  | { state: 'failed'; message: ShownMessage; problem: string }

/**
 * What the reader writes and sends. The words leave the input when they go and come back to it when they did not arrive.
 * Sent again as they were they keep their id, so what only seemed lost is not there twice.
 */
export function useSending(realmId: string, log: RealmLog | undefined) {
  const api = useApi()
  const client = useQueryClient()
  const identity = useIdentity()
  const [draft, setDraft] = useState('')
  const [sending, setSending] = useState<Sending>({ state: 'idle' })
  const busy = useRef(false)

  const arrived = sending.state !== 'idle' && log?.messages.some(({ id }) => id === sending.message.id)
  useEffect(() => {
    if (!arrived || sending.state !== 'failed') return
    // The server had it after all; only its answer was lost.
    const { content } = sending.message
    setDraft((now) =>
      now === content || now.startsWith(`${content}\n`) ? now.slice(content.length + 1) : now,
    )
    setSending({ state: 'idle' })
  }, [arrived, sending])

  const adopt = (message: RealmMessage) => {
    const { queryKey } = realmLogQuery(api, realmId)
    const known = client.getQueryData(queryKey)
    const { number } = message
    if (known?.until === number - 1)
      client.setQueryData(queryKey, { since: number - 1, until: number, messages: [message] })
    else void client.invalidateQueries({ queryKey }) // others spoke in between
  }

  const send = async (message: ShownMessage) => {
    const fail = (problem: string) => {
      setDraft((now) => (now.trim() ? `${message.content}\n${now}` : message.content))
      setSending({ state: 'failed', message, problem })
    }
    busy.current = true
    setDraft('')
    setSending({ state: 'sending', message })
    try {
      const author = await requireSignIn()
      if (author === null) return fail('Sign in with the wallet to take part.')
      const { id, content } = message
      adopt(await answer(api.realms[':id'].messages.$post({ param: { id: realmId }, json: { id, content } })))
      setSending({ state: 'sent', message: { ...message, author } })
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: section 8 asks for this line
      console.error('Error sending message', error)
      fail(explainError(error))
    } finally {
      busy.current = false
    }
  }

  const content = newRealmMessageSchema.shape.content.safeParse(draft)
  return {
    draft,
    setDraft,
    sending,
    /** The reader's own message on its way, as long as the log does not have it. */
    underway:
      (sending.state === 'sending' || sending.state === 'sent') && !arrived ? sending.message : undefined,
    /** What is wrong with the words themselves, once there are any. */
    fault: draft.trim() === '' ? undefined : content.error?.issues[0]?.message,
    /** Section 5: ignored when blank, when a message is on its way, and without a wallet. */
    submit: () => {
      if (busy.current || !content.success || identity.state === 'visitor') return
      const { address: author } = identity
      const before = sending.state === 'failed' ? sending.message : undefined
      const again = before?.content === content.data && before.author === author
      void send(
        again ? before : { id: newId(), author, content: content.data, createdAt: new Date().toISOString() },
      )
    },
  }
}
