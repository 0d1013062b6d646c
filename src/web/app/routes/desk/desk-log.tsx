import { logQuery } from '../../../features/desk/api/desk-queries.ts'
import { LogView } from '../../../features/desk/log/log-view.tsx'
import * as texts from '../../../features/desk/log/texts.ts'
import { DeskDoor } from '../../../features/desk/screen/desk-door.tsx'
import { isOpenTo, lookWhoAsks, operatorIn } from '../../desk-visit.ts'
import type { ScreenContext } from '../../screen.ts'
import NotFound, { head as notFoundHead } from '../not-found.tsx'

export async function prefetch(context: ScreenContext) {
  await lookWhoAsks(context)
  const operator = operatorIn(context)
  if (operator)
    await context.queryClient.prefetchInfiniteQuery({ ...logQuery(context.api, operator), retry: false })
}

export const head = (context: ScreenContext) =>
  isOpenTo(context)
    ? { title: texts.logTitle, description: texts.logSummary, unlisted: true }
    : notFoundHead()

export const status = (context: ScreenContext) => (isOpenTo(context) ? 200 : 404)

/** What was decided at the desk, for operators. */
export default function DeskLogScreen() {
  return (
    <DeskDoor title={texts.logTitle} elsewhere={<NotFound />}>
      {(owner) => <LogView owner={owner} />}
    </DeskDoor>
  )
}
