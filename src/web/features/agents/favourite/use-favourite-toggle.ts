import { requireSignIn } from '../../../lib/http/identity.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import type { FavouriteAgent } from '../api/favourites.ts'
import { useFavourite } from '../api/use-favourite.ts'

/**
 * Whether an agent is a favourite, and the press that changes it. A session is enough, as after a reload; a visitor is
 * asked to sign in first.
 * @param kept what the server said of the wallet; undefined while that is not known
 */
export function useFavouriteToggle(agent: FavouriteAgent, kept: boolean | undefined) {
  const viewer = useViewer()
  const favourite = useFavourite(agent)
  const isKnown = viewer === null || (viewer !== undefined && kept !== undefined)
  const on = Boolean(viewer) && kept === true
  const toggle = async () => {
    if (!isKnown) return
    if (viewer === null) {
      // Whoever asked for it wants it kept, and it may be so already.
      if ((await requireSignIn()) !== null) favourite.mutate(true)
    } else favourite.mutate(!on)
  }
  return { on, isKnown, toggle: () => void toggle() }
}
