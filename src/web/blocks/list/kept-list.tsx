import { type ReactElement, type ReactNode, useId, useRef } from 'react'
import { requireSignIn } from '../../lib/http/identity.ts'
import * as texts from '../texts.ts'
import { FailedNote, ListNote } from './instead.tsx'
import type { List } from './list-state.ts'
import { ListView, type ListWords, Skeletons } from './list-view.tsx'

const SKELETONS = 3

export function KeptList<Item extends { id: string }>(props: {
  title: string
  /** Undefined while it is not known. */
  viewer: string | null | undefined
  list: List<Item>
  words: Pick<ListWords<Item>, 'count' | 'also'>
  forVisitors: string
  none: string
  skeleton: ReactElement
  className?: string
  onDelete: (id: string) => void
  children: (item: Item, onDelete: () => void) => ReactNode
}) {
  const { title } = props
  const what = title.toLowerCase()
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  const remove = (item: Item) => {
    // The row disappears with its button, so the focus moves to the heading.
    heading.current?.focus({ preventScroll: true })
    props.onDelete(item.id)
  }
  return (
    <section aria-labelledby={id} className="min-w-0">
      <h2
        id={id}
        ref={heading}
        tabIndex={-1}
        className="flex min-h-11 items-center text-lg leading-snug font-semibold outline-none"
      >
        {title}
      </h2>
      {props.viewer === null ? (
        <ListNote className="py-2" action={{ label: texts.connect, onClick: () => void requireSignIn() }}>
          {props.forVisitors}
        </ListNote>
      ) : (
        <ListView
          list={props.list}
          as="ul"
          label={title}
          className={`divide-y divide-line ${props.className ?? ''}`}
          words={{ loading: texts.loadingOf(what), ...props.words }}
          loading={<Skeletons of={props.skeleton} count={SKELETONS} />}
          empty={<ListNote className="py-2">{props.none}</ListNote>}
          failed={(failure) => <FailedNote className="py-2" what={texts.notLoaded(what)} failure={failure} />}
        >
          {(items) => items.map((item) => props.children(item, () => remove(item)))}
        </ListView>
      )}
    </section>
  )
}
