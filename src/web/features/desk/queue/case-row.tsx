import type { DeskCase } from '../../../../shared/trust/desk.ts'
import { useMinute } from '../../../lib/hooks/use-minute.ts'
import { Link } from '../../../lib/router/router.tsx'
import * as texts from '../texts.ts'
import { otherSources, reasonsIn, waitingTime, weightWord } from './case-words.ts'

const lights = {
  light: 'text-muted [--hue:var(--color-muted)]',
  some: 'text-cyan',
  heavy: 'text-warning [--hue:var(--color-warning)]',
  heaviest: 'text-bad [--hue:var(--color-bad)]',
} as const

/** One case of the queue; the link of its title covers the row. */
export function CaseRow({ shown, isOpen, to }: { shown: DeskCase; isOpen: boolean; to: string }) {
  const { id, kind, seen, weight, state, standing } = shown
  const word = weightWord(weight)
  const reasons = reasonsIn(shown.reasons)
  const sources = otherSources(shown)
  return (
    <li
      className={`relative border-b border-line py-3.5 pr-3 pl-4 transition-colors duration-200 ${isOpen ? 'bg-cyan/8' : 'focus-within:bg-cyan/4 hover:bg-cyan/4'}`}
    >
      <p className="label flex flex-wrap items-center gap-x-2 text-muted">
        {texts.kinds[kind]}
        {state === 'objected' && <span className="text-warning">{texts.objected}</span>}
        {standing && <span className="text-magenta">{texts.standings[standing]}</span>}
      </p>
      <p className="mt-1 line-clamp-2 text-15 leading-snug wrap-anywhere">
        <Link
          to={to}
          state={{ takesFocus: true }}
          data-case={id}
          {...(isOpen && { 'aria-current': 'true' })}
          className="outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-3 focus-visible:after:outline-cyan"
        >
          <bdi>{seen.title || texts.untitled}</bdi>
        </Link>
      </p>
      {(reasons || sources.length > 0) && (
        <p className="mt-1 text-sm wrap-anywhere text-soft">
          {[reasons, ...sources].filter(Boolean).join(', ')}
        </p>
      )}
      <p className="mt-1.5 flex flex-wrap items-center gap-x-2 text-13 text-muted">
        <span className={`inline-flex items-center gap-2 ${lights[word]}`}>
          <span aria-hidden="true" className="dot" />
          {texts.weights[word]}
        </span>
        <Waits shown={shown} />
      </p>
    </li>
  )
}

/** Renders nothing in the first paint, which does not know the current time. */
function Waits({ shown: { state, firstAt } }: { shown: DeskCase }) {
  const now = useMinute()
  if (now === null) return null
  return (
    <>
      <span aria-hidden="true">·</span>
      {state === 'closed' ? texts.decided : texts.waits(waitingTime(new Date(firstAt), new Date(now)))}
    </>
  )
}
