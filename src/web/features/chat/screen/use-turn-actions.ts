import { useQueryClient } from '@tanstack/react-query'
import { type RefObject, useCallback, useMemo, useRef, useState } from 'react'
import { useIsWide } from '../../../lib/hooks/use-is-wide.ts'
import { useLatest } from '../../../lib/hooks/use-latest.ts'
import { useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { ConversationView as View } from '../conversation/conversation.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import type { Entity } from '../entity.ts'
import { loadLong } from '../long/load-long.ts'
import type { MemoryActions } from '../memory/memory-actions.ts'
import type { TurnActions } from '../messages/turn-actions.ts'

interface Of {
  entity: Entity
  session: ConversationSession
  view: View
  onFork?: ((messageId: string) => void) | undefined
  showsLore?: boolean | undefined
  /** What can be done with the agent's memory; the same object while nothing in it changes. */
  memory: MemoryActions
}

/** What can be done with the turns of a conversation. */
export function useTurnActions(
  { entity: { answers }, session, view, onFork, showsLore = false, memory }: Of,
  composer: RefObject<ComposerHandle | null>,
  showLore: (replyId: string) => void,
  erase: NonNullable<TurnActions['erase']>,
  comparison: ReturnType<typeof useComparison>['actions'],
) {
  const { editing, edits, editLast } = useEditing(session, view, composer)
  const fork = useLatest(onFork)
  const isStored = onFork !== undefined
  const openVersion = useOpenVersion(session)
  const actions = useMemo<TurnActions>(() => {
    const always: TurnActions = {
      select: openVersion,
      replyOf: comparison.replyOf,
      compare: comparison.compare,
      ...(isStored && {
        fork: (messageId: string) => fork.current?.(messageId),
        erase,
        storiesOf: session.id,
      }),
      ...(showsLore && { showLore }),
      ...memory,
    }
    if (!answers) return always
    return {
      ...always,
      askAgain: (id) => void session.askAgain(id),
      ...(isStored && {
        goOn: (id: string) =>
          void session.goOn(id).catch((error: unknown) => toast.error(explainError(error))),
      }),
      againWith: comparison.againWith,
      ...edits,
    }
  }, [session, answers, isStored, showsLore, showLore, erase, openVersion, edits, fork, comparison, memory])
  return { actions, editing, editLast }
}

/** Which question is edited, and what can be done with its text. */
function useEditing(session: ConversationSession, view: View, composer: RefObject<ComposerHandle | null>) {
  const [editing, setEditing] = useState<string | null>(null)
  /** Whether cancelling the edit restores the focus to the composer instead of the question's button. */
  const fromComposer = useRef(false)
  const edits = useMemo(
    (): TurnActions => ({
      beginEdit: (id) => {
        fromComposer.current = false
        setEditing(id)
      },
      saveEdit: (id, text) => {
        const taken = session.edit(id, text)
        if (taken) {
          setEditing(null)
          composer.current?.focus()
        }
        return taken
      },
      cancelEdit: () => {
        setEditing(null)
        if (fromComposer.current) composer.current?.focus()
      },
    }),
    [session, composer],
  )
  const editLast = () => {
    const last = view.turns.at(-1)
    if (!last || last.question.erased || view.pending) return false
    fromComposer.current = true
    setEditing(last.question.id)
    return true
  }
  return { editing, edits, editLast }
}

/**
 * Shows a version, for which the server is asked if it is not known what follows. Those that are chosen while one loads
 * wait for it, so that the server, too, ends with the last of them; the others are not asked for.
 */
function useOpenVersion(session: ConversationSession) {
  const api = useApi()
  const client = useQueryClient()
  const wanted = useRef<string>(undefined)
  const asked = useRef<string>(undefined)
  const opening = useRef<Promise<void>>(undefined)
  return useCallback<NonNullable<TurnActions['select']>>(
    (messageId, onTurn) => {
      wanted.current = messageId
      if (!opening.current && session.select(messageId, onTurn)) return undefined
      const isWanted = () => wanted.current === messageId
      const open = async () => {
        // What was pressed for more than once meanwhile is asked for once.
        if (!isWanted() || asked.current === messageId) return
        asked.current = messageId
        const { showVersion } = await loadLong()
        await showVersion(session, { api, client }, { messageId, isWanted, onTurn })
      }
      const opened = Promise.resolve(opening.current)
        .then(open)
        .catch((error: unknown) => void toast.error(explainError(error)))
        .finally(() => {
          if (opening.current === opened) opening.current = asked.current = undefined
        })
      opening.current = opened
      return opened
    },
    [session, api, client],
  )
}

/** Two replies to a question beside each other, where there is room, and another one by another model. */
export function useComparison(session: ConversationSession) {
  const isWide = useIsWide(COMPARED_FROM)
  const [comparing, setComparing] = useState<{ questionId: string; otherId: string } | null>(null)
  const [againOf, setAgainOf] = useState<string | null>(null)
  const actions = useMemo(
    () => ({
      replyOf: (id: string) => session.replyOf(id),
      compare: (questionId: string, otherId: string | null) =>
        setComparing(otherId === null ? null : { questionId, otherId }),
      againWith: setAgainOf,
    }),
    [session],
  )
  const askAgain = (model: string | null) => {
    if (againOf === null || model === null) return
    const shown = session.getView().turns.find(({ question }) => question.id === againOf)?.reply?.id
    if (session.askAgain(againOf, model) && shown !== undefined)
      setComparing({ questionId: againOf, otherId: shown })
  }
  return {
    ...{ actions, againOf, askAgain },
    comparing: isWide ? comparing : null,
    close: () => setAgainOf(null),
  }
}

/** In pixels of the window. */
const COMPARED_FROM = 1_024
