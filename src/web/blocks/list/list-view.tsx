import { Fragment, type ReactNode } from 'react'
import { LOADING_SKELETONS } from '../../../shared/common/limits.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import type { List, ListFailure } from './list-state.ts'

/** What a screen reader hears when the list has changed. Nothing is said of a failure: what shows it is an alert. */
export interface ListWords<Item> {
  loading?: string
  empty?: string
  /** How many there are, such as “3 agents”, without a full stop. */
  count?: (items: readonly Item[]) => string
  /** What follows where there are more, instead of “so far, and more below”. */
  more?: string
  /** What else is to be said of those that are there. */
  also?: (items: readonly Item[]) => string
}

/**
 * A list, or what stands in its place. It draws placeholders while it loads, the items, and the way to more of them, and
 * it says to a screen reader how many there are.
 */
export function ListView<Item>(props: {
  list: List<Item>
  /**
   * The element around placeholders and items. A `section` is a grid of cards: it is always there, and what stands in
   * the place of the cards stands in it.
   */
  as: 'ul' | 'ol' | 'section' | 'div'
  /** What a screen reader calls it. */
  label?: string
  /** The id of what describes it. */
  describedBy?: string
  className?: string
  words: ListWords<Item>
  /** What stands in the element while it loads: `Skeletons`, mostly. */
  loading: ReactNode
  children: (items: readonly Item[]) => ReactNode
  empty: ReactNode
  failed: (failure: ListFailure) => ReactNode
  /** What comes before the items in a grid, whatever becomes of them. */
  before?: ReactNode
  /** Stands below the items, instead of what loads more. */
  end?: ReactNode
}) {
  const { list, as: Element } = props
  const isGrid = Element === 'section'
  const hasItems = list.state === 'loading' || list.state === 'full'
  const refreshing = list.state === 'full' && list.refreshing
  const instead = (
    <>
      {list.state === 'empty' && props.empty}
      {list.state === 'failed' && props.failed(list)}
    </>
  )
  return (
    <>
      <p role="status" className="sr-only">
        {announcement(list, props.words)}
      </p>
      {(isGrid || hasItems) && (
        <Element
          aria-label={props.label}
          aria-describedby={props.describedBy}
          aria-busy={list.state === 'loading' || refreshing}
          className={`transition-opacity duration-200 ${refreshing ? 'opacity-55' : ''} ${props.className ?? ''}`}
        >
          {props.before}
          {list.state === 'loading' && props.loading}
          {list.state === 'full' && props.children(list.items)}
          {isGrid && instead}
        </Element>
      )}
      {list.state === 'full' &&
        (props.end ??
          (list.more && (
            <LoadMore onLoad={list.more.load} loading={list.more.loading} problem={list.more.problem} />
          )))}
      {!isGrid && instead}
    </>
  )
}

/** Placeholders of a list that is loading. */
export function Skeletons({ of, count = LOADING_SKELETONS }: { of: ReactNode; count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <Fragment key={index}>{of}</Fragment>
  ))
}

/** The placeholder of a row with a picture: its classes, and those of its parts and of each line of its text. */
export function RowSkeleton(props: { className: string; picture: string; text: string; lines: string[] }) {
  return (
    <li aria-hidden="true" className={`flex ${props.className}`}>
      <div className={`skeleton hexagon flex-none ${props.picture}`} />
      <div className={`flex-1 ${props.text}`}>
        {props.lines.map((line) => (
          <div key={line} className={`skeleton ${line}`} />
        ))}
      </div>
    </li>
  )
}

/** What a screen reader hears of a list. Of items that belong to another search nothing is said. */
export function announcement<Item>(list: List<Item>, words: ListWords<Item>): string {
  switch (list.state) {
    case 'loading':
      return words.loading ?? ''
    case 'failed':
      return ''
    case 'empty':
      return words.empty ?? ''
    case 'full': {
      if (list.refreshing || !words.count) return ''
      const more = list.more ? (words.more ?? ' so far, and more below') : ''
      return `${words.count(list.items)}${more}${words.also?.(list.items) ?? ''}.`
    }
  }
}

/** A number of things, such as “1 agent” or “3 agents”. @param one what a single one is called */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
