import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { engineQuery } from '../features/chat/api/engine-query.ts'
import { EngineNote, engineName } from '../features/chat/engine/engine-note.tsx'
import { useApi } from '../lib/http/api.ts'
import * as texts from './texts.ts'

/** The head of a room that uses a model: its purpose, and the engine that answers (decision 18). */
export function RoomHead({ title, children }: { title: string; children: ReactNode }) {
  const engine = useQuery(engineQuery(useApi())).data
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div>
          <h1 className="text-30 leading-[1.05] font-bold md:text-38">{title}</h1>
          <p className="mt-2 text-soft">{children}</p>
        </div>
        {engine && (
          <p className="text-xs leading-[1.4] text-muted">
            <span className="sr-only">{texts.answeredBy} </span>
            <span>{engineName(engine)}</span>
          </p>
        )}
      </div>
      {engine?.kind === 'offline' && (
        <div className="mt-5">
          <EngineNote engine={engine} />
        </div>
      )}
    </>
  )
}
