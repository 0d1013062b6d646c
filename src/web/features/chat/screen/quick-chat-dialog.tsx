import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { AgentSummary } from '../../../../shared/agents/agents.ts'
import { type Api, unwrap, useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Portrait } from '../../../ui/picture/picture.tsx'
import { engineQuery } from '../api/engine-query.ts'
import { Composer } from '../composer/composer.tsx'
import { useConversation } from '../conversation/use-conversation.ts'
import { EngineNote, engineName } from '../engine/engine-note.tsx'
import { MessageList } from '../messages/message-list.tsx'
import type { TurnActions } from '../messages/turn-actions.ts'
import * as texts from '../texts.tsx'

/** A short chat with an agent in a dialog over the list (section 2). Nothing of it is stored (decision 19). */
export default function QuickChatDialog({ agent, onClose }: { agent: AgentSummary; onClose: () => void }) {
  const api = useApi()
  const { data: greetings } = useQuery(greetingsQuery(api, agent.id, useViewer()))
  const { view, session } = useConversation({
    ...{ agentId: agent.id, conversationId: null, keep: 'none' },
    greetings,
  })
  const { data: engine } = useQuery(engineQuery(api))
  const actions = useMemo<TurnActions>(
    () => ({ askAgain: (questionId) => void session.askAgain(questionId) }),
    [session],
  )
  return (
    <Dialog open onClose={onClose} title={agent.name}>
      <div className="flex h-[min(70dvh,600px,var(--sheet-height)-100px)] flex-col gap-4">
        <div className="flex items-center gap-4 border-b border-line pb-4">
          <Portrait src={agent.pictureUrl} size={48} className="size-12" />
          <div className="min-w-0">
            <p className="line-clamp-3 text-sm wrap-anywhere text-soft">{agent.description}</p>
            {engine && (
              <p className="mt-1 truncate text-xs leading-[1.4] text-muted" title={engineName(engine)}>
                <span className="sr-only">{texts.answeredBy} </span>
                {engineName(engine)}
              </p>
            )}
          </div>
        </div>
        <MessageList
          view={view}
          agentName={agent.name}
          actions={actions}
          className="px-3 pb-4"
          note={<EngineNote engine={engine} />}
          empty={
            <p className="m-auto max-w-[36ch] text-center text-soft">
              {texts.noMessagesYetAskSomething(agent.name)}
            </p>
          }
        />
        <Composer
          autoFocus
          agentName={agent.name}
          conversation={session.id}
          pending={view.pending !== null}
          send={(text, files) => session.send(text, files)}
          returned={view.returned}
          takeReturned={() => session.takeReturned()}
        />
      </div>
    </Dialog>
  )
}

/** Query for what an agent says first to this viewer, where only its summary is known: lists have no greetings. */
const greetingsQuery = (api: Api, agentId: string, viewer: string | null | undefined) =>
  queryOptions({
    queryKey: ['greetings', agentId, viewer ?? null],
    queryFn: async ({ signal }) =>
      (await unwrap(api.agents[':id'].$get({ param: { id: agentId } }, { init: { signal } }))).greetings ??
      [],
    staleTime: 60_000,
  })
