import { Command } from 'cmdk'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { limits } from '../../../shared/common/limits.ts'
import { RealmSigil } from '../../features/realms/realm-sigil.tsx'
import { useNavigate } from '../../lib/router/router.tsx'
import { useViewer } from '../../lib/session/viewer.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ArrowRightIcon, SearchIcon } from '../../ui/icons.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { Picture } from '../../ui/picture/picture.tsx'
import * as texts from '../texts.ts'
import { actionsFor } from './actions.ts'
import { matching, screens } from './screens.ts'
import { type FoundThing, useFound } from './use-found.ts'

/** The height of the results is the same whatever is found, so that the field stays where it is. */
const height = 'mt-3 h-[min(430px,56dvh)]'

/** The debounce of the search, in milliseconds. */
const SEARCH_DELAY_MS = 200

/**
 * The search palette. It finds screens, agents, conversations, realms and runs by name, and actions that are available
 * on every screen.
 */
export default function Palette({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const viewer = useViewer()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const text = usePaused(typed.trim(), SEARCH_DELAY_MS)
  const found = useFound(text)
  const problem = useId()
  useEffect(() => {
    // The focus is set one frame later, because the dialog first stores the previous focus and focuses its own first
    // control.
    const frame = requestAnimationFrame(() => input.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [])

  const go = (to: string) => {
    onClose()
    void navigate(to)
  }
  const isTyped = typed.trim() !== ''
  const shownScreens = matching(screens, typed)
  const actions = matching(actionsFor(viewer), typed)
  const own = found.groups.map(({ name, things }) => (
    <Group key={name} name={isTyped || name === 'Agents' ? name : texts.recent(name)}>
      {things.map((thing) => (
        <Item
          key={thing.id}
          value={`${name} ${thing.id}`}
          sign={<Sign thing={thing} isRealm={name === 'Realms'} />}
          name={thing.name}
          line={thing.line}
          text={text}
          onSelect={() => go(thing.to)}
        />
      ))}
    </Group>
  ))
  const places = (
    <>
      {shownScreens.length > 0 && (
        <Group name={texts.groupOfScreens}>
          {shownScreens.map(({ name, line, to }) => (
            <Item key={to} value={to} name={name} line={line} text={typed} onSelect={() => go(to)} />
          ))}
        </Group>
      )}
      {actions.length > 0 && (
        <Group name={texts.groupOfActions}>
          {actions.map(({ name, line, act }) => (
            <Item
              key={name}
              value={name}
              name={name}
              line={line}
              text={typed}
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
  const waits = found.searching || text !== typed.trim()
  // Recent things stand first: nothing is listed before they are there, or it would move, and the selection with it.
  const waitsForRecent = waits && !isTyped
  const count =
    found.groups.flatMap(({ things }) => things).length + (isTyped ? shownScreens.length + actions.length : 0)
  const isNothing = !waits && count === 0 && isTyped && !found.failure
  return (
    <Dialog open onClose={onClose} title={texts.findAnything}>
      <Command shouldFilter={false} loop label={texts.findAnything}>
        <div className="relative">
          <SearchIcon
            className="pointer-events-none absolute top-[15px] left-4.5 text-muted"
            width={18}
            height={18}
          />
          <Command.Input
            ref={input}
            value={typed}
            onValueChange={setTyped}
            maxLength={limits.searchQuery}
            className="input pl-12"
            placeholder={texts.searchPlaceholder}
            aria-label={texts.findAnything}
            aria-invalid={found.problem !== undefined}
            aria-describedby={found.problem && problem}
            enterKeyHint="go"
          />
        </div>
        {found.problem && (
          <p id={problem} role="alert" className="mt-2 text-sm text-[#ff8ba0]">
            {found.problem}
          </p>
        )}
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
        {isNothing && (
          <div className={`${height} grid content-start justify-items-center gap-1.5 px-3 pt-10 text-center`}>
            <p className="text-soft">{texts.noneFound}</p>
            <p className="max-w-[38ch] text-sm text-balance text-muted">{texts.howToFind}</p>
          </div>
        )}
        <Command.List
          label={texts.results}
          hidden={isNothing}
          className={`${height} -mx-3 scroll-py-2 overflow-y-auto overscroll-contain`}
        >
          {/* While a text is typed, the results that are known at once come first, so that nothing moves when the
              others arrive. */}
          {isTyped ? (
            <>
              {places}
              {own}
            </>
          ) : (
            <>
              {!waitsForRecent && own}
              {!waitsForRecent && places}
            </>
          )}
          {waits && (waitsForRecent || found.groups.length === 0) && <Waiting />}
        </Command.List>
      </Command>
    </Dialog>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Command.Group heading={<span className="label block px-3 pt-3 pb-1.5">{name}</span>}>
      {children}
    </Command.Group>
  )
}

function Item(props: {
  /** Identifies the item. */
  value: string
  sign?: ReactNode
  name: string
  line: string
  /** The text whose matches are highlighted. */
  text: string
  onSelect: () => void
}) {
  return (
    <Command.Item
      value={props.value}
      onSelect={props.onSelect}
      className="group/item flex min-h-13 cursor-pointer items-center gap-3.5 px-3 py-2 data-[selected=true]:bg-cyan/8"
    >
      {props.sign}
      <span className="grid min-w-0 flex-1">
        <span className="display truncate text-[15px] leading-snug font-medium">
          <MarkedText text={props.name} query={props.text} />
        </span>
        <span className="truncate text-[13px] text-muted">
          <MarkedText text={props.line} query={props.text} />
        </span>
      </span>
      <ArrowRightIcon
        width={16}
        height={16}
        className="invisible flex-none text-cyan group-data-[selected=true]/item:visible"
      />
    </Command.Item>
  )
}

function Sign({ thing, isRealm }: { thing: FoundThing; isRealm: boolean }) {
  if (isRealm) return <RealmSigil id={thing.id} className="size-9" />
  if (!thing.pictureUrl) return null
  return (
    <Picture
      src={thing.pictureUrl}
      alt=""
      width={36}
      height={36}
      className="hexagon size-9 flex-none object-cover"
    />
  )
}

/** The placeholder of the results, with the same size. */
function Waiting() {
  return (
    <div aria-hidden="true" className="grid gap-2 px-3 pt-4">
      {[0, 1, 2].map((row) => (
        <div key={row} className="flex items-center gap-3.5">
          <div className="skeleton hexagon size-9" />
          <div className="grid flex-1 gap-2">
            <div className="skeleton h-3.5 w-2/5" />
            <div className="skeleton h-3 w-3/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

/** The text, debounced by this many milliseconds. */
function usePaused(text: string, milliseconds: number): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), milliseconds)
    return () => clearTimeout(timer)
  }, [text, milliseconds])
  return paused
}
