import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'

const sides = ['first', 'second'] as const
export type Side = (typeof sides)[number]

/**
 * Side by side where there is room, otherwise under two tabs. Neither part loses its state when the layout changes or
 * while it is hidden; under tabs the second one mounts when it is first shown.
 */
export function SideBySide(
  props: Record<Side, { name: string; content: ReactNode }> & {
    /** The accessible name of the two parts together. */
    label: string
    isWide: boolean
    /** Under the tabs. */
    shown: Side
    onShow: (side: Side) => void
    className?: string
  },
) {
  const { isWide, shown } = props
  const id = useId()
  const [begun, setBegun] = useState(false)
  if (!begun && (isWide || shown === 'second')) setBegun(true)
  const press = (event: KeyboardEvent) => {
    const next = sideAfter(shown, event.key)
    // With Alt, an arrow is the browser's Back or Forward.
    if (!next || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    props.onShow(next)
    document.getElementById(`${id}-${next}-tab`)?.focus()
  }
  return (
    <div className={isWide ? `grid grid-cols-2 gap-6 ${props.className ?? ''}` : ''}>
      {!isWide && (
        <div
          role="tablist"
          aria-label={props.label}
          onKeyDown={press}
          className="mb-6 flex gap-1 border-b border-line-strong bg-raised max-md:sticky max-md:top-0 max-md:z-10"
        >
          {sides.map((side) => (
            <button
              key={side}
              id={`${id}-${side}-tab`}
              type="button"
              role="tab"
              aria-selected={side === shown}
              aria-controls={`${id}-${side}`}
              tabIndex={side === shown ? 0 : -1}
              onClick={() => props.onShow(side)}
              className="display relative -mb-px grid min-h-12 place-items-center px-4 text-14 font-semibold tracking-[0.06em] text-soft transition-colors outline-offset-[-3px] hover:text-text max-sm:flex-1 aria-selected:text-text aria-selected:after:absolute aria-selected:after:inset-x-0 aria-selected:after:bottom-0 aria-selected:after:h-0.5 aria-selected:after:bg-cyan aria-selected:after:shadow-[0_0_14px_var(--color-cyan)] md:px-6"
            >
              {props[side].name}
            </button>
          ))}
        </div>
      )}
      {sides.map((side) => (
        <div
          key={side}
          id={`${id}-${side}`}
          className={isWide ? `min-h-0 min-w-0 ${side === 'second' ? 'border-l border-line pl-6' : ''}` : ''}
          {...(!isWide && {
            role: 'tabpanel',
            'aria-labelledby': `${id}-${side}-tab`,
            hidden: side !== shown,
          })}
        >
          {(side === 'first' || begun) && props[side].content}
        </div>
      ))}
    </div>
  )
}

/** By the keys of the ARIA tabs pattern. */
function sideAfter(side: Side, key: string): Side | undefined {
  if (key === 'ArrowRight' || key === 'ArrowLeft') return side === 'first' ? 'second' : 'first'
  return key === 'Home' ? 'first' : key === 'End' ? 'second' : undefined
}
