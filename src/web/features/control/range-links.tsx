import { Link } from '../../lib/router.tsx'
import { type ControlAddress, controlAddress, rangeNames } from './control-address.ts'
import { rangeWords } from './format-figures.ts'

/** The windows, side by side; each has an address, and works before any script does. */
export function RangeLinks({ address }: { address: ControlAddress }) {
  return (
    <nav aria-label="Over how long" className="flex gap-1 max-sm:flex-1">
      {rangeNames.map((range) => (
        <Link
          key={range}
          to={controlAddress({ ...address, range })}
          aria-current={range === address.range ? 'page' : undefined}
          className="display relative -mb-px grid min-h-12 place-items-center px-2 text-[14px] font-semibold tracking-[0.06em] text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-cyan aria-[current=page]:after:shadow-[0_0_14px_var(--color-cyan)] max-sm:flex-1 md:px-6"
        >
          {rangeWords[range]}
        </Link>
      ))}
    </nav>
  )
}
