import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Engine } from '../../../../shared/chat/chat.ts'
import { partsOfRef } from '../../../../shared/models/model-ref.ts'
import { useApi } from '../../../lib/http/api.ts'
import { Button } from '../../../ui/button.tsx'
import { Portrait } from '../../../ui/picture/picture.tsx'
import { engineQuery } from '../api/engine-query.ts'
import { Composer, type ComposerHandle } from '../composer/composer.tsx'
import { EngineNote, engineName } from '../engine/engine-note.tsx'
import { MessageList } from '../messages/message-list.tsx'
import * as texts from '../texts.tsx'
import { noteTexts } from './try-out-note.ts'
import { type TriedAgent, useTryOut } from './use-try-out.ts'

/** A chat with the agent as its form stands, before it is saved. It is neither stored nor counted. */
export default function TryOutPane(
  props: TriedAgent & {
    name: string
    pictureUrl: string
  },
) {
  const { name, said, modelRef } = props
  /** How many of the shown turns are from the earlier conversation. */
  const [before, setBefore] = useState(() => said?.filter(({ role }) => role === 'user').length ?? 0)
  const { session, view, actions, send, note, startOver } = useTryOut(props)
  const { data: engine } = useQuery(engineQuery(useApi()))
  const composer = useRef<ComposerHandle>(null)
  const empty = view.turns.length === 0
  return (
    <section aria-label={texts.tryOut(name)} className="flex h-full min-h-0 flex-col gap-3">
      <header className="flex items-center gap-3.5 border-b border-line pb-3">
        <AgentName name={name} pictureUrl={props.pictureUrl} engine={engine} modelRef={modelRef} />
        {!empty && (
          <Button
            size="small"
            className="max-md:min-h-11"
            onClick={() => {
              startOver()
              setBefore(0)
              composer.current?.focus()
            }}
          >
            {texts.startOver}
          </Button>
        )}
      </header>
      {/* The messages are aligned with the field below; the negative margin leaves room for the focus outline. */}
      <div className="-mx-3 flex min-h-0 flex-1 flex-col">
        <MessageList
          key={session.id}
          view={view}
          agentName={name}
          actions={actions}
          {...(before > 0 && {
            mark: { after: before, words: texts.answersFromHereUseForm },
          })}
          className="px-3 py-4"
          note={modelRef === null && <EngineNote engine={engine} />}
          empty={
            <p className="m-auto max-w-[36ch] text-center text-balance text-soft">
              {texts.noMessagesYetAnswersUsing(name)}
            </p>
          }
        />
      </div>
      <div>
        <p role="status" className={`px-1 text-sm ${note === 'refused' ? 'text-warning' : 'text-soft'}`}>
          {note && <span className="mb-2.5 block animate-fade">{noteTexts[note]}</span>}
        </p>
        <Composer
          ref={composer}
          agentName={name}
          conversation={session.id}
          pending={view.pending !== null}
          send={send}
          onStop={() => session.stop()}
        />
      </div>
    </section>
  )
}

function AgentName(props: {
  name: string
  pictureUrl: string
  engine: Engine | undefined
  modelRef: string | null
}) {
  const { name, pictureUrl, engine, modelRef } = props
  const model = modelRef === null ? engine && engineName(engine) : partsOfRef(modelRef).model
  return (
    <>
      <Portrait src={pictureUrl} size={48} className="size-12" />
      <div className="min-w-0 flex-1">
        <h3 className="truncate text-lg leading-snug font-semibold" title={name}>
          {name}
        </h3>
        <p className="flex items-baseline gap-3 text-xs leading-[1.4] text-muted">
          {/* Narrow screens have a tab with this label. */}
          <span className="label flex-none text-magenta max-lg:hidden">{texts.tryOutPaneTryOut}</span>
          {model !== undefined && (
            <span className="min-w-0 truncate">
              <span className="sr-only">{texts.answeredBy} </span>
              {model}
            </span>
          )}
        </p>
      </div>
    </>
  )
}
