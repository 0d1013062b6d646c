import { Command, useCommandState } from 'cmdk'
import { type ReactNode, type RefObject, useLayoutEffect } from 'react'
import { RealmSigil } from '../../features/realms/realm-sigil.tsx'
import { ArrowRightIcon } from '../../ui/icons.tsx'
import { MarkedText } from '../../ui/marked-text.tsx'
import { Portrait } from '../../ui/picture/picture.tsx'
import * as texts from '../texts.ts'
import type { FoundThing } from './found-groups.ts'

export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Command.Group heading={<span className="label block px-3 pt-3 pb-1.5">{name}</span>}>
      {children}
    </Command.Group>
  )
}

export function Item(props: {
  value: string
  sign?: ReactNode
  name: string
  line: string
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
        <span className="display truncate text-15 leading-snug font-medium">
          <MarkedText text={props.name} query={props.text} />
        </span>
        <span className="truncate text-13 text-muted">
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

/** What keys do, once that is looked for; a row leads there while nothing is typed. */
export function Keys(props: {
  keys: typeof texts.shortcuts
  text: string
  onShow: () => void
  onClose: () => void
}) {
  const { keys, text } = props
  if (text.trim() !== '' && keys.length === 0) return null
  return (
    <Group name={texts.keyboard}>
      {keys.length === 0 && (
        <Item value="keys" name={texts.keyboard} line={texts.keyboardLine} text="" onSelect={props.onShow} />
      )}
      {keys.map(({ name, line }) => (
        <Item key={name} value={`keys ${name}`} name={name} line={line} text="" onSelect={props.onClose} />
      ))}
    </Group>
  )
}

/** What is typed selects the first row, but the library then scrolls to the row that was selected before. */
export function FirstInSight({ list }: { list: RefObject<HTMLElement | null> }) {
  const search = useCommandState((state) => state.search)
  const value = useCommandState((state) => state.value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each change of what is typed, too
  useLayoutEffect(() => {
    const first = list.current?.querySelector<HTMLElement>('[role=option]')
    if (first?.dataset.value === value) list.current?.scrollTo(0, 0)
  }, [list, search, value])
  return null
}

export function Sign({ thing, isRealm }: { thing: FoundThing; isRealm: boolean }) {
  if (isRealm) return <RealmSigil id={thing.id} className="size-9" />
  if (!thing.pictureUrl) return null
  return <Portrait src={thing.pictureUrl} size={36} className="size-9" />
}

export function Waiting() {
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
