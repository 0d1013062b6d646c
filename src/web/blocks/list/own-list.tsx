import { type ReactNode, useRef } from 'react'
import { FailedPanel } from './instead.tsx'
import type { List } from './list-state.ts'
import { ListView, Skeletons } from './list-view.tsx'

/** A wallet's own things, one panel under the other. */
export function OwnList<Item>(props: {
  list: List<Item>
  words: {
    loading: string
    count: (items: readonly Item[]) => string
    failed: string
    /** Instead of an empty list; without it, nothing stands there. */
    none?: string
  }
  describedBy?: string
  /** The height of an item that is loading, or such an item. */
  skeleton: string | { item: ReactNode }
  skeletons?: number
  /** An item; `toList` moves the focus to the list, for when the item that had it goes. */
  children: (item: Item, toList: () => void) => ReactNode
}) {
  const { list, words, describedBy, skeleton, skeletons = 1, children } = props
  const place = useRef<HTMLDivElement>(null)
  const toList = () => place.current?.focus({ preventScroll: true })
  const loading =
    typeof skeleton === 'string' ? (
      <li aria-hidden="true" className={`panel hairline cut skeleton ${skeleton}`} />
    ) : (
      skeleton.item
    )
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <ListView
        list={list}
        as="ul"
        {...(describedBy && { describedBy })}
        className="grid gap-3"
        words={{ loading: words.loading, count: words.count }}
        loading={<Skeletons of={loading} count={skeletons} />}
        empty={words.none && <p className="max-w-[64ch] text-soft">{words.none}</p>}
        failed={(failure) => <FailedPanel title={words.failed} failure={failure} />}
      >
        {(items) => items.map((item) => children(item, toList))}
      </ListView>
    </div>
  )
}
