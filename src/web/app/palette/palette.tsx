import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../shared/common/limits.ts'
import { deskQuery } from '../../blocks/desk/desk-query.ts'
import { useApi } from '../../lib/http/api.ts'
import { useNavigate } from '../../lib/router/router.tsx'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SearchIcon } from '../../ui/icons.tsx'
import * as texts from '../texts.ts'
import { actionsFor, type PaletteAction } from './actions.ts'
import type { FoundGroup } from './found-groups.ts'
import { FirstInSight, Group, Item, Keys, Sign, Waiting } from './palette-rows.tsx'
import { type FoundScreen, matching, operatorScreens, screens } from './screens.ts'
import { shortcutsFor } from './shortcuts.ts'
import { useFound } from './use-found.ts'

/** The height is the same whatever is found, so that the field stays where it is. */
const height = 'mt-3 h-[min(430px,56dvh)]'

const SEARCH_DELAY_MS = 200

/** Finds screens, agents, conversations, realms and runs by name, and actions of every screen. */
export default function Palette({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const text = usePaused(typed.trim(), SEARCH_DELAY_MS)
  const found = useFound(text)
  const isTyped = typed.trim() !== ''
  const list = useRef<HTMLDivElement>(null)
  const viewer = useViewer()
  const desk = useQuery({ ...deskQuery(useApi(), viewer ?? null), enabled: Boolean(viewer) })
  const shownScreens = matching(desk.data?.operator ? [...screens, ...operatorScreens] : screens, typed)
  const actions = matching(actionsFor(viewer), typed)
  const keys = shortcutsFor(typed)
  const waits = found.searching || text !== typed.trim()
  // Recent things stand first: nothing is listed before they are there, or it would move, and the selection with it.
  const waitsForRecent = waits && !isTyped
  const count =
    found.groups.flatMap(({ things }) => things).length +
    (isTyped ? shownScreens.length + actions.length + keys.length : 0)
  const isNothing = !waits && count === 0 && isTyped && !found.failure
  const own = <Found groups={found.groups} text={text} isTyped={isTyped} onClose={onClose} />
  const places = (
    <>
      <Places screens={shownScreens} actions={actions} text={typed} onClose={onClose} />
      <Keys keys={keys} text={typed} onShow={() => setTyped(texts.keyboard)} onClose={onClose} />
    </>
  )
  return (
    <Dialog open onClose={onClose} title={texts.findAnything}>
      <Command shouldFilter={false} loop label={texts.findAnything}>
        <SearchField typed={typed} onType={setTyped} problem={found.problem} />
        <p role="status" className="sr-only">
          {waits ? texts.searching : count === 0 ? texts.nothingFound : texts.foundCount(count)}
        </p>
        {found.failure && (
          <p role="alert" className="mt-3 flex items-center justify-between gap-4 text-sm text-soft">
            {texts.notAllSearched(found.failure.problem)}
            <Button size="small" className="flex-none max-md:min-h-11" onClick={found.failure.retry}>
              {texts.tryAgain}
            </Button>
          </p>
        )}
        {isNothing && <NothingFound />}
        <Command.List
          ref={list}
          label={texts.results}
          hidden={isNothing}
          className={`${height} -mx-3 scroll-py-2 overflow-y-auto overscroll-contain [overflow-anchor:none]`}
        >
          {/* While text is typed, what is known at once comes first, so that nothing moves when the others arrive. */}
          {isTyped && places}
          {!waitsForRecent && own}
          {!isTyped && !waitsForRecent && places}
          {waits && (waitsForRecent || found.groups.length === 0) && <Waiting />}
        </Command.List>
        <FirstInSight list={list} />
      </Command>
    </Dialog>
  )
}

function NothingFound() {
  return (
    <div className={`${height} grid content-start justify-items-center gap-1.5 px-3 pt-10 text-center`}>
      <p className="text-soft">{texts.noneFound}</p>
      <p className="max-w-[38ch] text-sm text-balance text-muted">{texts.howToFind}</p>
    </div>
  )
}

function SearchField(props: { typed: string; onType: (text: string) => void; problem: string | undefined }) {
  const input = useRef<HTMLInputElement>(null)
  const problem = useId()
  useEffect(() => {
    // The focus is set one frame later: the dialog first stores the previous focus and focuses its first control.
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <>
      <div className="relative">
        <SearchIcon
          className="pointer-events-none absolute top-[15px] left-4.5 text-muted"
          width={18}
          height={18}
        />
        <Command.Input
          ref={input}
          value={props.typed}
          onValueChange={props.onType}
          maxLength={limits.searchQuery}
          className="input pl-12"
          placeholder={texts.searchPlaceholder}
          aria-label={texts.findAnything}
          aria-invalid={props.problem !== undefined}
          aria-describedby={props.problem && problem}
          enterKeyHint="go"
        />
      </div>
      {props.problem && (
        <p id={problem} role="alert" className="mt-2 text-sm text-[#ff8ba0]">
          {props.problem}
        </p>
      )}
    </>
  )
}

function Found(props: {
  groups: readonly FoundGroup[]
  text: string
  isTyped: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const go = (to: string) => () => {
    props.onClose()
    void navigate(to)
  }
  return props.groups.map(({ name, things, lists }) => (
    <Group key={name} name={props.isTyped || name === 'Agents' ? name : texts.recent(name)}>
      {things.map((thing) => (
        <Item
          key={thing.id}
          value={`${name} ${thing.id}`}
          sign={<Sign thing={thing} isRealm={name === 'Realms'} />}
          name={thing.name}
          line={thing.line}
          text={props.text}
          onSelect={go(thing.to)}
        />
      ))}
      {lists.map((list) => (
        <Item
          key={list.to}
          value={`${name} ${list.to}`}
          name={texts.showAll}
          line={list.name}
          text=""
          onSelect={go(list.to)}
        />
      ))}
    </Group>
  ))
}

function Places(props: {
  screens: readonly FoundScreen[]
  actions: readonly PaletteAction[]
  text: string
  onClose: () => void
}) {
  const { text, onClose } = props
  const navigate = useNavigate()
  return (
    <>
      {props.screens.length > 0 && (
        <Group name={texts.groupOfScreens}>
          {props.screens.map(({ name, line, to }) => (
            <Item
              key={to}
              value={to}
              name={name}
              line={line}
              text={text}
              onSelect={() => {
                onClose()
                void navigate(to)
              }}
            />
          ))}
        </Group>
      )}
      {props.actions.length > 0 && (
        <Group name={texts.groupOfActions}>
          {props.actions.map(({ name, line, act }) => (
            <Item
              key={name}
              value={name}
              name={name}
              line={line}
              text={text}
              onSelect={() => {
                onClose()
                act(navigate)
              }}
            />
          ))}
        </Group>
      )}
    </>
  )
}

function usePaused(text: string, milliseconds: number): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return paused
}
