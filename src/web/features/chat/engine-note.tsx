import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Engine } from '../../../shared/chat/chat.ts'
import { useApi } from '../../lib/http/api.ts'
import { useViewer } from '../../lib/session/viewer.ts'
import { engineQuery } from './api/engine-query.ts'
import * as texts from './texts.tsx'

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

/** Says that no model is connected (decision 18). Only a person who can connect one is told how. */
export function EngineNote({ engine }: { engine: Engine | undefined }) {
  return engine?.kind === 'offline' ? <NoModelNote canBeReplaced={engine.canBeReplaced === true} /> : null
}

function NoModelNote({ canBeReplaced }: { canBeReplaced: boolean }) {
  useAskForNextViewer()
  return (
    <aside aria-label={texts.engine} className="border-l-2 border-warning py-0.5 pl-3.5 text-sm text-soft">
      <p className="max-w-[78ch]">
        {texts.noAiModelConnectedHere}
        {canBeReplaced && (
          <>
            {' '}
            {texts.connectOneRestartServer} <Variable>{texts.openaiApiKey}</Variable>
            {texts.orWith} <Variable>{texts.openaiBaseUrl}</Variable> {texts.andAlso}{' '}
            <Variable>{texts.chatModel}</Variable> {texts.anyServerSpeaksSameProtocol}
          </>
        )}
      </p>
    </aside>
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

function Variable({ children }: { children: string }) {
  return <code className="font-mono text-[0.92em] whitespace-nowrap text-text">{children}</code>
}
