import type { ReactNode } from 'react'
import { logQuery } from '../features/desk/api/desk-queries.ts'
import { LogView } from '../features/desk/log/log-view.tsx'
import * as texts from '../features/desk/log/texts.ts'
import { DeskDoor } from '../features/desk/screen/desk-door.tsx'
import type { ScreenContext } from './screen.ts'

export const logHead = { title: texts.logTitle, description: texts.logSummary, unlisted: true }

export const prefetchLog = ({ api, queryClient }: ScreenContext, operator: string) =>
  queryClient.prefetchInfiniteQuery({ ...logQuery(api, operator), retry: false })

/** What was decided at the desk, for operators. */
export function DeskLog({ elsewhere }: { elsewhere: ReactNode }) {
  return (
    <DeskDoor title={texts.logTitle} elsewhere={elsewhere}>
      {(owner) => <LogView owner={owner} />}
    </DeskDoor>
  )
}
