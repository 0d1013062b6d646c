import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { replyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import { useLatest } from '../../../lib/hooks/use-latest.ts'
import { type Api, useApi } from '../../../lib/http/api.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { maySend } from '../conversation/conversation.ts'
import { createConversationSession } from '../conversation/conversation-session.ts'
import type { TurnActions } from '../messages/turn-actions.ts'
import { type AskAgent, pageLine } from '../transport/page-line.ts'
import { noteOf } from './try-out-note.ts'

/** An own agent, and the form in which it is being changed. */
export interface TriedAgent {
  agentId: string
  /** What the form holds, as one text that is another with every change. */
  contents: string
  /** The agent as the form holds it now; null where it could not be saved so, which the form then shows at its fields. */
  readDraft: () => TryOut['draft'] | null
}

/**
 * A conversation with an agent as its form holds it, which lives in the page alone. Each question goes to what the form
 * holds by then; where that can't be, the question is not taken.
 */
export function useTryOut(tried: TriedAgent) {
  const api = useApi()
  const latest = useLatest(tried)
  const draft = useRef<TryOut['draft']>(null)
  const begin = () => {
    const current = () => {
      if (!draft.current) throw new Error('Nothing is asked before there is a draft')
      return draft.current
    }
    const line = pageLine(tried.agentId, askTryOut(api, tried.agentId, current))
    return createConversationSession({ id: newId(), line, nextFrame })
  }
  const [session, setSession] = useState(begin)
  const view = useSyncExternalStore(session.subscribe, session.getView, session.getView)
  useEffect(() => session.stop, [session])
  /** What the form held when something was asked last, and when the form could not be asked. */
  const [asked, setAsked] = useState<string | null>(null)
  const [refused, setRefused] = useState<string | null>(null)

  const { ready, actions } = useMemo(() => {
    const ready = () => {
      const { contents, readDraft } = latest.current
      const read = readDraft()
      setRefused(read ? null : contents)
      if (!read) return false
      draft.current = read
      setAsked(contents)
      return true
    }
    const actions: TurnActions = {
      askAgain: (questionId) => {
        if (!session.getView().pending && ready()) session.askAgain(questionId)
      },
    }
    return { ready, actions }
  }, [session, latest])

  return {
    session,
    view,
    actions,
    /** False when the question was not taken, so that the input keeps it. */
    send: (text: string) => maySend(session.getView(), text) && ready() && session.send(text),
    note: noteOf({ contents: tried.contents, asked, refused }),
    /** Ends what was said and begins anew. */
    startOver: () => {
      setSession(begin())
      setAsked(null)
      setRefused(null)
    },
  }
}

/**
 * Asks an own agent as it would be. Throws as `AskAgent` says.
 * @param draft what it would be, asked for with every question
 */
const askTryOut =
  (api: Api, id: string, draft: () => TryOut['draft']): AskAgent =>
  ({ message, history }, outer) => {
    const asked = { param: { id }, json: { draft: draft(), message, history } }
    return replyEvents((signal) => api.agents[':id']['try-out'].$post(asked, { init: { signal } }), outer)
  }
