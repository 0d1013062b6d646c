import { useSharedValue } from '../../blocks/saved-draft/shared-value.ts'
import { casesQuery, filters } from '../../features/desk/api/desk-queries.ts'
import { Desk } from '../../features/desk/screen/desk.tsx'
import { DeskDoor } from '../../features/desk/screen/desk-door.tsx'
import * as texts from '../../features/desk/texts.ts'
import { type Params, useParams } from '../../lib/router/router.tsx'
import type { Head } from '../../lib/router/title.ts'
import { DeskLog, logHead, prefetchLog } from '../desk-log.tsx'
import { isOpenTo, lookWhoAsks, operatorIn } from '../desk-visit.ts'
import { singleKeys } from '../hub/single-keys.tsx'
import type { ScreenContext } from '../screen.ts'
import NotFound, { head as notFoundHead } from './not-found.tsx'

export async function prefetch(context: ScreenContext) {
  await lookWhoAsks(context)
  const operator = operatorIn(context)
  if (operator && isLog(context.params)) return prefetchLog(context, operator)
  const filter = filters.find((one) => one === context.search.get('state')) ?? 'waiting'
  if (operator)
    await context.queryClient.prefetchInfiniteQuery({
      ...casesQuery(context.api, operator, filter),
      retry: false,
    })
}

const deskHead = { title: texts.title, description: texts.summary, unlisted: true }

const isLog = ({ page }: Params) => page === 'log'
const isThere = (context: ScreenContext) =>
  isOpenTo(context) && (context.params.page === undefined || isLog(context.params))

export function head(context: ScreenContext): Head {
  if (!isThere(context)) return notFoundHead()
  return isLog(context.params) ? logHead : deskHead
}

export const status = (context: ScreenContext) => (isThere(context) ? 200 : 404)

/** What people reported, and at `/desk/log` what was decided, for operators; there is no such page for anybody else. */
export default function DeskScreen() {
  const params = useParams()
  const keysOn = useSharedValue(singleKeys) !== 'off'
  if (isLog(params)) return <DeskLog elsewhere={<NotFound />} />
  if (params.page !== undefined) return <NotFound />
  return (
    <DeskDoor title={texts.title} elsewhere={<NotFound />}>
      {(owner) => <Desk owner={owner} keysOn={keysOn} />}
    </DeskDoor>
  )
}
