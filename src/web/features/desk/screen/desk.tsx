import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DeskCase } from '../../../../shared/trust/desk.ts'
import { deskKey } from '../../../blocks/desk/desk-query.ts'
import { changeLists, withoutItems } from '../../../blocks/list/list-data.ts'
import { useList } from '../../../blocks/list/list-state.ts'
import { useSingleKeys } from '../../../lib/hooks/use-single-keys.ts'
import { useApi } from '../../../lib/http/api.ts'
import { Link, useNavigate, useSearchParams } from '../../../lib/router/router.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { DocumentIcon, PreviousIcon } from '../../../ui/icons.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import type { OfferedAction } from '../act/offered-actions.ts'
import { casesKey, casesQuery, type Filter, filters } from '../api/desk-queries.ts'
import { CaseView } from '../case/case-view.tsx'
import { neighbourOf, nextAfter } from '../queue/next-case.ts'
import { Queue } from '../queue/queue.tsx'
import * as texts from '../texts.ts'

/** What leaves a case to be decided; everything else closes it. */
const leavesOpen: ReadonlySet<OfferedAction> = new Set(['lift'])

/** The queue beside the case that is open; on a narrow screen one of the two. All of it works by keys. */
export function Desk({ owner, keysOn }: { owner: string; keysOn: boolean }) {
  const place = useDeskPlace()
  const { filter, open } = place
  const list = useList(casesQuery(useApi(), owner, filter), { owner })
  const cases = list.state === 'full' ? list.items : []
  const queue = useRef<HTMLDivElement>(null)
  const keys = useDeskKeys({ queue, ids: cases.map(({ id }) => id), place, keysOn })
  const [said, onDone] = useDone(cases, place, keys.leave)
  return (
    <div className="wrap pt-9 pb-20 md:pt-11">
      <DeskHead isCaseOpen={Boolean(open)} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-10 lg:grid-cols-[360px_minmax(0,1fr)]">
        <section
          aria-label={texts.queue}
          className={`min-w-0 ${open ? 'max-lg:hidden' : ''} lg:sticky lg:top-[calc(var(--header-height)+28px)] lg:max-h-[calc(100dvh-var(--header-height)-32px)] lg:overflow-y-auto overscroll-contain`}
        >
          <Queue
            container={queue}
            list={list}
            filter={filter}
            open={open}
            keysOn={keysOn}
            at={place.at}
            onMove={keys.move}
          />
        </section>
        <div
          className={`min-w-0 border-line lg:min-h-[60dvh] lg:border-l lg:pl-6 ${open ? '' : 'max-lg:hidden'}`}
        >
          {open && <BackToQueue to={place.at({ open: undefined })} />}
          <p role="status" className={said ? 'mb-5 border-l-2 border-good py-0.5 pl-3.5 text-soft' : ''}>
            {said}
          </p>
          {open ? (
            <CaseView
              key={open}
              id={open}
              owner={owner}
              known={cases.find(({ id }) => id === open)}
              keysOn={keysOn}
              onDone={(action) => onDone(open, action)}
            />
          ) : list.state === 'full' ? (
            <StatePanel className="min-h-[320px]" heading="h2" title={texts.chooseTitle}>
              {texts.choose}
            </StatePanel>
          ) : null}
        </div>
      </div>
    </div>
  )
}

/** On a narrow screen an open case takes the place of everything but the title, which is still heard. */
function DeskHead({ isCaseOpen }: { isCaseOpen: boolean }) {
  return (
    <div
      className={`mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4 ${isCaseOpen ? 'max-lg:sr-only' : ''}`}
    >
      <div>
        <h1 className="text-30 leading-[1.05] font-bold md:text-38">{texts.title}</h1>
        <p className="mt-2 max-w-[62ch] text-pretty text-soft">{texts.intro}</p>
      </div>
      <ButtonLink
        to="/desk/log"
        size="small"
        className={`max-md:min-h-11 ${isCaseOpen ? 'max-lg:hidden' : ''}`}
      >
        <DocumentIcon width={16} height={16} />
        {texts.toLog}
      </ButtonLink>
    </div>
  )
}

/** On a narrow screen the queue is not beside the case. */
function BackToQueue({ to }: { to: string }) {
  return (
    <Link
      to={to}
      replace
      className="mb-4 inline-flex min-h-11 items-center gap-2 text-soft hover:text-text lg:hidden"
    >
      <PreviousIcon width={18} height={18} />
      {texts.backToQueue}
    </Link>
  )
}

interface DeskPlace {
  filter: Filter
  open: string | undefined
  /** The address with other parameters. */
  at: (place: { filter?: Filter; open?: string | undefined }) => string
  /** Without an id, no case is open. */
  go: (id: string | undefined) => void
}

/** Which cases are listed and which one is open are in the address. */
function useDeskPlace(): DeskPlace {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const filter = filters.find((one) => one === search.get('state')) ?? 'waiting'
  const open = search.get('case') ?? undefined
  const at: DeskPlace['at'] = (next) => {
    const { filter: which, open: id } = { filter, ...next }
    const parts = new URLSearchParams({
      ...(which !== 'waiting' && { state: which }),
      ...(id !== undefined && { case: id }),
    })
    return `/desk?${parts}`
  }
  return {
    filter,
    open,
    at,
    go: (id) => navigate(at({ open: id }), { replace: true, state: { takesFocus: true, sameScreen: true } }),
  }
}

function useDeskKeys(desk: {
  queue: { current: HTMLElement | null }
  ids: readonly string[]
  place: DeskPlace
  keysOn: boolean
}) {
  const { queue, ids, place } = desk
  const navigate = useNavigate()
  const rowOf = (id: string) => queue.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(id)}"]`)
  /** From the row that has the focus to its neighbour, or from the open case to the next one. */
  const move = (step: 1 | -1) => {
    const row =
      document.activeElement instanceof HTMLElement ? document.activeElement.dataset.case : undefined
    const next = neighbourOf(ids, row ?? place.open, step)
    if (next === undefined) return
    if (row !== undefined || place.open === undefined) rowOf(next)?.focus()
    else place.go(next)
  }
  /** The row of a case, or the queue itself. */
  const focusQueue = (id: string | undefined) => {
    const row = id === undefined ? undefined : rowOf(id)
    const target = row ?? queue.current?.querySelector<HTMLElement>('[data-queue]')
    target?.focus()
  }
  const left = useRef<{ row: string | undefined }>(undefined)
  const focusLeft = useEffectEvent(() => {
    if (left.current === undefined || place.open !== undefined) return
    focusQueue(left.current.row)
    left.current = undefined
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the case is closed, and on a narrow screen hides no queue
  useEffect(() => focusLeft(), [place.open])
  const leave = (row: string | undefined) => {
    if (place.open === undefined) return
    left.current = { row }
    place.go(undefined)
  }
  const leaveToRow = () => leave(place.open)
  useSingleKeys(desk.keysOn, {
    j: () => move(1),
    k: () => move(-1),
    Escape: leaveToRow,
    ...Object.fromEntries(
      filters.map((filter, index) => [
        String(index + 1),
        () => navigate(place.at({ filter, open: undefined }), { replace: true }),
      ]),
    ),
  })
  return { move, leave }
}

/** After a decision the next case is opened, and what was done is said above it. */
function useDone(cases: readonly DeskCase[], place: DeskPlace, leave: (row: undefined) => void) {
  const client = useQueryClient()
  const [said, setSaid] = useState('')
  const onDone = (id: string, action: OfferedAction) => {
    const ids = cases.map((one) => one.id)
    const isClosed = !leavesOpen.has(action) && place.filter !== 'closed'
    const next = isClosed ? nextAfter(ids, id) : id
    const name = cases.find((one) => one.id === next)?.seen.title || texts.untitled
    const done = texts.done[action]
    if (!isClosed) setSaid(done)
    else setSaid(next === undefined ? texts.noneLeft(done) : texts.nextCase(done, name))
    const refresh = () => client.invalidateQueries({ queryKey: deskKey })
    if (!isClosed) {
      void refresh()
      return
    }
    if (next === undefined) leave(undefined)
    else place.go(next)
    void changeLists<DeskCase>(client, casesKey, (data) => withoutItems(data, (one) => one.id === id)).then(
      refresh,
    )
  }
  return [said, onDone] as const
}
