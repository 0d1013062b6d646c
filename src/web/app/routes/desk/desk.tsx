import { useSharedValue } from '../../../blocks/saved-draft/shared-value.ts'
import { casesQuery, filters } from '../../../features/desk/api/desk-queries.ts'
import { Desk } from '../../../features/desk/screen/desk.tsx'
import { DeskDoor } from '../../../features/desk/screen/desk-door.tsx'
import * as texts from '../../../features/desk/texts.ts'
import { isOpenTo, lookWhoAsks, operatorIn } from '../../desk-visit.ts'
import { singleKeys } from '../../hub/single-keys.tsx'
import type { ScreenContext } from '../../screen.ts'
import NotFound, { head as notFoundHead } from '../not-found.tsx'

export async function prefetch(context: ScreenContext) {
  await lookWhoAsks(context)
  const operator = operatorIn(context)
  const filter = filters.find((one) => one === context.search.get('state')) ?? 'waiting'
  if (operator)
    await context.queryClient.prefetchInfiniteQuery({
      ...casesQuery(context.api, operator, filter),
      retry: false,
    })
}

export const head = (context: ScreenContext) =>
  isOpenTo(context) ? { title: texts.title, description: texts.summary, unlisted: true } : notFoundHead()

export const status = (context: ScreenContext) => (isOpenTo(context) ? 200 : 404)

/** What people reported, for operators; there is no such page for anybody else. */
export default function DeskScreen() {
  const keysOn = useSharedValue(singleKeys) !== 'off'
  return (
    <DeskDoor title={texts.title} elsewhere={<NotFound />}>
      {(owner) => <Desk owner={owner} keysOn={keysOn} />}
    </DeskDoor>
  )
}
