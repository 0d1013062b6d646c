import { useQuery } from '@tanstack/react-query'
import { engineQuery } from '../features/chat/api/engine-query.ts'
import { EngineNote, engineName } from '../features/chat/engine/engine-note.tsx'
import { useApi } from '../lib/http/api.ts'
import * as texts from './texts.ts'

export function EngineName({ label }: { label: string }) {
  const engine = useQuery(engineQuery(useApi())).data
  if (!engine) return null
  return (
    <span title={engineName(engine)}>
      <span className="sr-only">{label} </span>
      <span>{engineName(engine)}</span>
    </span>
  )
}

/** For the head of a stored run, which does not store its engine: it is the one that answers now. */
export function EngineOfNow() {
  const engine = useQuery(engineQuery(useApi())).data
  if (!engine) return null
  return (
    <>
      <p className="mt-1 truncate text-xs leading-[1.4] text-muted">
        {texts.answeringNow(engineName(engine))}
      </p>
      <div className="mt-5 empty:hidden">
        <EngineNote engine={engine} />
      </div>
    </>
  )
}

export function EngineAside() {
  return <EngineNote engine={useQuery(engineQuery(useApi())).data} />
}
