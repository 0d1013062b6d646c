import type { ReactNode } from 'react'

/** Sticky cells keep their borders only if the borders are not collapsed. */
const separate = { borderCollapse: 'separate', borderSpacing: 0 } as const
/** The panel's colour without transparency, so that scrolled cells do not show through. */
const solid = { background: 'color-mix(in srgb, #0b111c 80%, var(--color-ground))' }

/** A table of figures. Its first column stays while the others are scrolled. @param props.children `FigureRow`s */
export function FigureTable(props: {
  label: string
  /** Of the first column, and of the others. */
  first: string
  columns: readonly string[]
  children: ReactNode
}) {
  return (
    <section
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than the screen is scrolled by keyboard too
      tabIndex={0}
      // Within the borders, which the sticky cell would cover.
      style={{ marginInline: 1 }}
      className="relative overflow-x-auto outline-offset-[-3px]"
    >
      <table style={separate} className="w-full text-13 tabular-nums">
        <thead className="text-muted">
          <tr>
            <th scope="col" style={solid} className="sticky left-0 py-2 pl-5 text-left font-medium">
              {props.first}
            </th>
            {props.columns.map((name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{props.children}</tbody>
      </table>
    </section>
  )
}

/** @param props.look of the first cell @param props.children `Figure`s, one for each column */
export function FigureRow(props: { first: ReactNode; look?: string; children: ReactNode }) {
  return (
    <tr className="transition-colors hover:bg-cyan/4">
      <th
        scope="row"
        style={solid}
        className={`sticky left-0 border-t border-line pl-5 text-left font-medium ${props.look ?? ''}`}
      >
        {props.first}
      </th>
      {props.children}
    </tr>
  )
}

export function Figure({ children }: { children: ReactNode }) {
  return <td className={`${cell} border-t border-line`}>{children}</td>
}

const cell = 'px-3 py-2 text-right whitespace-nowrap last:pr-5'
