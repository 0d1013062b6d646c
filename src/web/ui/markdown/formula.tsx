import { memo, useEffect, useMemo, useSyncExternalStore } from 'react'
import { withoutMarks } from './marks.ts'

type Draw = typeof import('./draw-formula.tsx')['drawFormula']

let draw: Draw | undefined
let isLoading = false
const waiting = new Set<() => void>()

/** If that fails, formulas stay their source, and the next one tries again. */
async function load() {
  if (draw || isLoading) return
  isLoading = true
  const loaded = await import('./draw-formula.tsx').catch(() => undefined)
  isLoading = false
  draw = loaded?.drawFormula
  if (draw) for (const tell of waiting) tell()
}

function subscribe(tell: () => void) {
  waiting.add(tell)
  return () => void waiting.delete(tell)
}

/** Shows its source in a first paint, until the library is loaded, and for good if it can't be drawn. */
export const Formula = memo(function Formula(props: { source: string; written: string; display: boolean }) {
  const { source, display } = props
  const drawing = useSyncExternalStore(
    subscribe,
    () => draw,
    () => undefined,
  )
  useEffect(() => void load(), [])
  const drawn = useMemo(() => drawing?.(withoutMarks(source), display), [drawing, source, display])
  if (!drawn) return <span className="prose-formula-source">{withoutMarks(props.written)}</span>
  const frame = { className: 'prose-formula', 'data-display': display ? '' : undefined }
  return display ? (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a formula wider than the screen is scrolled by keyboard too
    <span {...frame} tabIndex={0}>
      {drawn}
    </span>
  ) : (
    <span {...frame}>{drawn}</span>
  )
})
