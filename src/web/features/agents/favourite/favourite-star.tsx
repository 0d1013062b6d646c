import { StarIcon } from '../../../ui/icons.tsx'
import type { FavouriteAgent } from '../api/favourites.ts'
import * as texts from '../texts.ts'
import { useFavouriteToggle } from './use-favourite-toggle.ts'

/** The favourite button as a star, for places with little room. */
export function FavouriteStar(props: {
  agent: FavouriteAgent
  /** Undefined while it is not known. */
  kept: boolean | undefined
  className?: string
}) {
  const { on, isKnown, toggle } = useFavouriteToggle(props.agent, props.kept)
  return (
    <button
      type="button"
      aria-label={texts.favouriteNamed(props.agent.name)}
      aria-pressed={on}
      aria-disabled={!isKnown}
      onClick={toggle}
      className={`size-11 flex-none place-items-center text-muted transition-colors hover:text-text aria-pressed:text-cyan md:size-9 ${props.className ?? 'grid'}`}
    >
      <StarIcon width={18} height={18} fill={on ? 'currentColor' : 'none'} />
    </button>
  )
}
