import { Fragment, type ReactNode } from 'react'
import { LOADING_SKELETONS } from '../../../shared/common/limits.ts'
import { LoadMore } from '../../ui/load-more.tsx'
import type { List, ListFailure } from './list-state.ts'

/** What a screen reader announces when the list changes; a failure is shown as an alert instead. */
export interface ListWords<Item> {
  loading?: string
  empty?: string
  count?: (items: readonly Item[]) => string
  /** Follows the number if there are more pages, instead of “so far, and more below”. */
  more?: string
  also?: (items: readonly Item[]) => string
}

/** A list, or what is shown in its place. Announces the number of items to screen readers. */
export function ListView<Item>(props: {
  list: List<Item>
  /** A `section` is a grid of cards: it is always rendered, and a notice that replaces the cards is inside it. */
  as: 'ul' | 'ol' | 'section' | 'div'
  label?: string
  describedBy?: string
  className?: string
  words: ListWords<Item>
  /** Usually `Skeletons`. */
  loading: ReactNode
  children: (items: readonly Item[]) => ReactNode
  empty: ReactNode
  failed: (failure: ListFailure) => ReactNode
  before?: ReactNode
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

export function Skeletons({ of, count = LOADING_SKELETONS }: { of: ReactNode; count?: number }) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
    <Fragment key={index}>{of}</Fragment>
  ))
}

/** The props are the classes of the row, of its parts, and of each line of text. */
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

/** Items that belong to an earlier search are not announced. */
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
