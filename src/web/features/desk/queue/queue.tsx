import { type KeyboardEvent, type RefObject, useId } from 'react'
import type { DeskCase } from '../../../../shared/trust/desk.ts'
import { FailedPanel } from '../../../blocks/list/instead.tsx'
import type { List } from '../../../blocks/list/list-state.ts'
import { ListView, Skeletons } from '../../../blocks/list/list-view.tsx'
import { Link } from '../../../lib/router/router.tsx'
import { CheckIcon } from '../../../ui/icons.tsx'
import { Keycap } from '../../../ui/keycap.tsx'
import { StatePanel } from '../../../ui/state-panel.tsx'
import { type Filter, filters } from '../api/desk-queries.ts'
import * as texts from '../texts.ts'
import { CaseRow } from './case-row.tsx'

/** The address with other parameters. */
type AddressAt = (place: { filter?: Filter; open?: string | undefined }) => string

/** The cases, the weightiest first, with the choice of which. */
export function Queue(props: {
  container: RefObject<HTMLDivElement | null>
  list: List<DeskCase>
  filter: Filter
  open: string | undefined
  keysOn: boolean
  at: AddressAt
  onMove: (step: 1 | -1) => void
}) {
  const { list, filter, keysOn } = props
  const heading = useId()
  /** Arrows move through the rows, and scroll everywhere else. */
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    props.onMove(step)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links in it have the focus; it only hears their keys
    <div ref={props.container} onKeyDown={onKeyDown}>
      <h2 id={heading} tabIndex={-1} data-queue className="sr-only outline-none">
        {texts.queue}
      </h2>
      <Filters chosen={filter} keysOn={keysOn} at={props.at} />
      <ListView
        list={list}
        as="ul"
        label={texts.queue}
        words={{
          loading: texts.queueLoading,
          empty: texts.emptyTitles[filter],
          count: ({ length }) => texts.cases(length),
        }}
        loading={<Skeletons of={<RowLoading />} count={4} />}
        empty={<NoCases filter={filter} />}
        failed={(failure) => <FailedPanel className="mt-5" title={texts.queueFailed} failure={failure} />}
      >
        {(cases) =>
          cases.map((shown) => (
            <CaseRow
              key={shown.id}
              shown={shown}
              isOpen={shown.id === props.open}
              to={props.at({ open: shown.id })}
            />
          ))
        }
      </ListView>
      <Keys on={keysOn} />
    </div>
  )
}

/** Which cases are listed. Each choice is a link, because the address holds it. */
function Filters(props: { chosen: Filter; keysOn: boolean; at: AddressAt }) {
  const { chosen, keysOn } = props
  return (
    <nav aria-label={texts.filters} className="flex border-b border-line-strong">
      {filters.map((one, index) => (
        <Link
          key={one}
          to={props.at({ filter: one, open: undefined })}
          {...(one === chosen && { 'aria-current': 'true' })}
          aria-keyshortcuts={keysOn ? String(index + 1) : undefined}
          className="display relative -mb-px flex border-b border-transparent min-h-11 items-center gap-1.5 px-2.5 whitespace-nowrap text-14 font-semibold tracking-[0.06em] text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current]:border-cyan/60 aria-[current]:text-text"
        >
          {texts.filterNames[one]}
        </Link>
      ))}
    </nav>
  )
}

function NoCases({ filter }: { filter: Filter }) {
  return (
    <StatePanel
      className="mt-5 min-h-[320px]"
      icon={<CheckIcon width={24} height={24} />}
      title={texts.emptyTitles[filter]}
    >
      {texts.emptyTexts[filter]}
    </StatePanel>
  )
}

function RowLoading() {
  return (
    <li aria-hidden="true" className="border-b border-line py-3.5 pl-4">
      <div className="skeleton h-3 w-16" />
      <div className="skeleton mt-2.5 h-4 w-3/5" />
      <div className="skeleton mt-2.5 h-3.5 w-4/5" />
      <div className="skeleton mt-2.5 h-3 w-2/5" />
    </li>
  )
}

/** Only for who is likely to have a keyboard. */
function Keys({ on }: { on: boolean }) {
  if (!on) return <p className="mt-4 hidden text-13 text-muted pointer-fine:block">{texts.keysOff}</p>
  return (
    <dl
      aria-label={texts.keys}
      className="mt-4 hidden flex-wrap gap-x-4 gap-y-1.5 text-13 text-muted pointer-fine:flex"
    >
      <Key keys={filters.map((_, index) => String(index + 1))}>{texts.keysFilter}</Key>
      <Key keys={['j', 'k']}>{texts.keyMoves}</Key>
      <Key keys={['Enter']}>{texts.keyOpens}</Key>
      <Key keys={['Esc']}>{texts.keyGoesBack}</Key>
      <Key keys={['Ctrl', 'Enter']}>{texts.keySends}</Key>
    </dl>
  )
}

function Key({ keys, children }: { keys: string[]; children: string }) {
  return (
    <div className="flex items-center gap-1.5">
      <dt className="flex gap-1">
        <span className="sr-only">{keys.join(' ')}</span>
        {keys.map((key) => (
          <Keycap key={key} className="grid">
            {key}
          </Keycap>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}
