import { Button } from '../../../ui/button.tsx'
import { StarIcon } from '../../../ui/icons.tsx'
import type { FavouriteAgent } from '../api/favourites.ts'
import { useFavouriteToggle } from './use-favourite-toggle.ts'

/** Keeps an agent at hand, in words. */
export function FavouriteButton(props: {
  agent: FavouriteAgent
  /** Undefined while it is not known. */
  kept: boolean | undefined
}) {
  const { on, isKnown, toggle } = useFavouriteToggle(props.agent, props.kept)
  return (
    <Button
      aria-pressed={on}
      aria-disabled={!isKnown}
      onClick={toggle}
      className="aria-pressed:bg-cyan/15 aria-pressed:text-cyan"
    >
      <StarIcon width={16} height={16} fill={on ? 'currentColor' : 'none'} />
      Favourite
    </Button>
  )
}
