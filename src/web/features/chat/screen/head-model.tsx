import { Suspense, useState } from 'react'
import type { Engine } from '../../../../shared/chat/chat.ts'
import { partsOfRef } from '../../../../shared/models/model-ref.ts'
import { ArrowDownIcon } from '../../../ui/icons.tsx'
import { lazyPart } from '../../../ui/lazy-part.tsx'
import { toast } from '../../../ui/toast.ts'
import type { ConversationSession } from '../conversation/conversation-session.ts'
import { engineName } from '../engine/engine-note.tsx'
import * as texts from '../texts.tsx'

const ModelDialog = lazyPart(() => import('../../../blocks/models/model-dialog.tsx'))

/** Which model answers in the conversation and who pays, and the choice of another one. */
export function HeadModel(props: {
  engine: Engine | undefined
  agent: { id: string | null; name: string }
  session: ConversationSession
  modelRef: string | null
}) {
  const { engine, agent, session, modelRef } = props
  const [choosing, setChoosing] = useState(false)
  const choose = (ref: string | null) => {
    session.chooseModel(ref).catch(() => toast.error(texts.modelNotChosen))
  }
  const { name, payer } = answering(engine, modelRef)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        title={texts.chooseModel}
        onClick={() => setChoosing(true)}
        className="-my-3.5 flex min-h-11 min-w-0 items-center gap-1.5 text-left transition-colors hover:text-text"
      >
        <span className="sr-only">{texts.answeredBy} </span>
        <span className="min-w-0 truncate">{name}</span>
        {payer && <span className="flex-none text-soft">· {texts.pays[payer]}</span>}
        <ArrowDownIcon width={12} height={12} className="flex-none" />
      </button>
      {choosing && (
        <Suspense fallback={null}>
          <ModelDialog
            title={texts.modelOfConversation}
            agent={agent.id}
            value={modelRef}
            none={texts.modelOfAgent(agent.name)}
            onChoose={choose}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      )}
    </>
  )
}

function answering(engine: Engine | undefined, modelRef: string | null) {
  if (modelRef !== null) {
    const { model, keyId } = partsOfRef(modelRef)
    return { name: model, payer: keyId === null ? ('place' as const) : ('person' as const) }
  }
  if (!engine) return { name: texts.chooseModel, payer: null }
  return { name: engineName(engine), payer: (engine.kind === 'provider' && engine.payer) || null }
}
