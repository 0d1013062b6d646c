import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { Message } from '../../../../shared/chat/messages.ts'
import type { TryOut } from '../../../../shared/chat/try-out.ts'
import { replyEvents } from '../../../blocks/follow-stream/reply-events.ts'
import { useLatest } from '../../../lib/hooks/use-latest.ts'
import { type Api, useApi } from '../../../lib/http/api.ts'
import { newId } from '../../../lib/new-id.ts'
import { nextFrame } from '../../../lib/next-frame.ts'
import { maySend } from '../conversation/conversation.ts'
import { ConversationSession } from '../conversation/conversation-session.ts'
import type { TurnActions } from '../messages/turn-actions.ts'
import { type AskAgent, pageTransport } from '../transport/page-transport.ts'
import { noteOf } from './try-out-note.ts'

export interface TriedAgent {
  /** Null while the agent is not made yet. */
  agentId: string | null
  /** The contents of the form as one string, which changes with every change. */
  contents: string
  /** The model that is chosen in the form; null for the place's. */
  modelRef: string | null
  said?: readonly Message[] | undefined
  greetings?: readonly string[] | undefined
  /** Null if it is invalid, which the form then shows at its fields. */
  readDraft: () => TryOut['draft'] | null
}

/**
 * It exists only in the page. Each question uses the form's contents at that moment, and is refused if they are
 * invalid.
 */
export function useTryOut(tried: TriedAgent) {
  const api = useApi()
  const latest = useLatest(tried)
  const draft = useRef<TryOut['draft']>(null)
  const begin = (said?: readonly Message[]) => {
    const current = () => {
      if (!draft.current) throw new Error('Nothing is asked before there is a draft')
      return draft.current
    }
    const transport = pageTransport(tried.agentId, askTryOut(api, tried.agentId, current))
    return new ConversationSession({ id: newId(), transport, nextFrame, ...(said && { said }) })
  }
  const [session, setSession] = useState(() => begin(tried.said))
  const view = useSyncExternalStore(session.subscribe, session.getView, session.getView)
  useEffect(() => () => session.stop(), [session])
  const { greetings } = tried
  useEffect(() => {
    if (greetings) session.greet(greetings)
  }, [session, greetings])
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
    /** Returns false if the question was not accepted, so that the input keeps its text. */
    send: (text: string) => maySend(session.getView(), text) && ready() && session.send(text),
    note: noteOf({ contents: tried.contents, asked, refused }),
    startOver: () => {
      setSession(begin())
      setAsked(null)
      setRefused(null)
    },
  }
}

/** @param draft called for every question @throws as `AskAgent` does */
const askTryOut =
  (api: Api, id: string | null, draft: () => TryOut['draft']): AskAgent =>
  ({ message, history, greeting }, outer) => {
    const json = { draft: draft(), message, history, greeting }
    return replyEvents(
      (signal) =>
        id === null
          ? api['try-out'].$post({ json }, { init: { signal } })
          : api.agents[':id']['try-out'].$post({ param: { id }, json }, { init: { signal } }),
      outer,
    )
  }
