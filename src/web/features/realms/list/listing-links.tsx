import { Link } from '../../../lib/router.tsx'
import type { Listing } from './realm-search.ts'

const listings: readonly { listing: Listing; name: string }[] = [
  { listing: 'all', name: 'All realms' },
  { listing: 'yours', name: 'Yours' },
]

/** Leads from everybody's realms to one's own and back; each listing has an address, and works before any script does. */
export function ListingLinks(props: { chosen: Listing; linkTo: (listing: Listing) => string }) {
  return (
    <nav aria-label="Which realms" className="flex gap-1 border-b border-line-strong">
      {listings.map(({ listing, name }) => (
        <Link
          key={listing}
          to={props.linkTo(listing)}
          aria-current={listing === props.chosen ? 'page' : undefined}
          className="display relative -mb-px grid min-h-12 place-items-center px-4 text-[14px] font-semibold tracking-[0.06em] text-soft outline-offset-[-3px] transition-colors hover:text-text aria-[current=page]:text-text aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-0 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-cyan aria-[current=page]:after:shadow-[0_0_14px_var(--color-cyan)] max-sm:flex-1 md:px-6"
        >
          {name}
        </Link>
      ))}
    </nav>
  )
}
