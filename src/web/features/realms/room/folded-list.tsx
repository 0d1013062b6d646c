import { type ReactNode, useState } from 'react'
import { textButton } from './text-button.ts'

/** A list that shows its beginning, and more of it on demand, so that a crowd costs nothing. */
export function FoldedList(props: {
  items: readonly string[]
  /** How many are shown at first, and how many more at a time. */
  step: number
  label: string
  /** How many there are that nothing more is known of; said at the end. */
  unknown?: number
  children: (item: string) => ReactNode
}) {
  const [shown, setShown] = useState(props.step)
  const left = props.items.length - shown
  const { unknown = 0 } = props
  return (
    <>
      <ul aria-label={props.label}>{props.items.slice(0, shown).map(props.children)}</ul>
      {left > 0 && (
        <button type="button" className={textButton} onClick={() => setShown(shown + props.step)}>
          {`Show ${Math.min(left, props.step).toLocaleString('en-US')} more`}
        </button>
      )}
      {left <= 0 && unknown > 0 && (
        <p className="py-1 text-sm text-muted">{`and ${unknown.toLocaleString('en-US')} more`}</p>
      )}
    </>
  )
}
