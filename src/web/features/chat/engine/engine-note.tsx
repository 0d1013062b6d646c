import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import type { Engine } from '../../../../shared/chat/chat.ts'
import { useApi } from '../../../lib/http/api.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import { optionalPart } from '../../../ui/optional-part.ts'
import { engineQuery } from '../api/engine-query.ts'
import * as texts from '../texts.tsx'

/** The name of the engine that answers, in a few words (decision 18). */
export function engineName(engine: Engine): string {
  switch (engine.kind) {
    case 'provider':
      return engine.model
    case 'local':
      return `${engine.server} · ${engine.model}`
    case 'offline':
      return texts.offlineEngine
  }
}

const WaitingNote = optionalPart(() => import('./waiting-note.tsx'))
const WaysToModel = optionalPart(() => import('./ways-to-model.tsx'))

/** Says that no model is connected (decision 18), or that others wait. Only a person who can connect one is told how. */
export function EngineNote({ engine }: { engine: Engine | undefined }) {
  switch (engine?.kind) {
    case 'offline':
      return <NoModelNote canBeReplaced={engine.canBeReplaced === true} />
    case 'local':
      return engine.waiting ? (
        <Note>
          <Suspense>
            <WaitingNote count={engine.waiting} />
          </Suspense>
        </Note>
      ) : null
    case 'provider':
    case undefined:
      return null
    default:
      return engine satisfies never
  }
}

function Note({ children }: { children: ReactNode }) {
  return (
    <aside aria-label={texts.engine} className="border-l-2 border-warning py-0.5 pl-3.5 text-sm text-soft">
      {children}
    </aside>
  )
}

function NoModelNote({ canBeReplaced }: { canBeReplaced: boolean }) {
  useAskForNextViewer()
  return (
    <Note>
      <p className="max-w-[78ch]">{texts.noAiModelConnectedHere}</p>
      {canBeReplaced && (
        <Suspense fallback={<span className="block h-48" />}>
          <WaysToModel />
        </Suspense>
      )}
    </Note>
  )
}

/** Asks for the engine again when somebody signs in or out, because its answer depends on the viewer. */
function useAskForNextViewer(): void {
  const queryClient = useQueryClient()
  const api = useApi()
  const viewer = useViewer()
  const known = useRef(viewer)
  useEffect(() => {
    if (known.current !== undefined && known.current !== viewer)
      void queryClient.invalidateQueries({ queryKey: engineQuery(api).queryKey })
    known.current = viewer
  }, [queryClient, api, viewer])
}
