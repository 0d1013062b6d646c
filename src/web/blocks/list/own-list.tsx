import { type ReactNode, useRef, useState } from 'react'
import { changeFocus } from '../../lib/change-focus.ts'
import { Button } from '../../ui/button.tsx'
import * as texts from '../texts.ts'
import { FailedPanel } from './instead.tsx'
import type { List } from './list-state.ts'
import { ListView, Skeletons } from './list-view.tsx'

/** So many are shown at first, since other lists follow on the same screen. */
const FEW = 5

/** A wallet's own things, one panel under the other: a few, and all of them by a button. */
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
  const [showsAll, setShowsAll] = useState(false)
  const isFolded = !useGrown(list) && !showsAll && list.state === 'full' && list.items.length > FEW
  const showAll = () =>
    changeFocus(
      () => setShowsAll(true),
      () => {
        const next = place.current?.querySelectorAll<HTMLElement>(':scope > ul > li')[FEW]
        if (next) next.tabIndex = -1
        return next
      },
    )
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
        {...(isFolded && {
          end: (
            <Button size="small" className="mt-3 max-md:min-h-11" onClick={showAll}>
              {list.more ? texts.showAll : texts.showAllOf(list.items.length)}
            </Button>
          ),
        })}
      >
        {(items) => (isFolded ? items.slice(0, FEW) : items).map((item) => children(item, toList))}
      </ListView>
    </div>
  )
}

/** Whether something was added to a list here: it stays in sight, wherever it stands in the list. */
function useGrown<Item>(list: List<Item>): boolean {
  const length = list.state === 'full' ? list.items.length : undefined
  const [known, setKnown] = useState({ length, hasGrown: false })
  if (length !== undefined && length !== known.length)
    setKnown({ length, hasGrown: known.hasGrown || length > (known.length ?? length) })
  return known.hasGrown
}
