import { requireSignIn } from '../../../lib/http/identity.ts'
import { useViewer } from '../../../lib/session/viewer.ts'
import type { FavouriteAgent } from '../api/favourites.ts'
import { useFavourite } from '../api/use-favourite.ts'

/**
 * A session is enough, for example after a reload; a visitor is asked to sign in first.
 * @param kept the server's value; undefined while it is not known
 */
export function useFavouriteToggle(agent: FavouriteAgent, kept: boolean | undefined) {
  const viewer = useViewer()
  const favourite = useFavourite(agent)
  const isKnown = viewer === null || (viewer !== undefined && kept !== undefined)
  const on = Boolean(viewer) && kept === true
  const toggle = async () => {
    if (!isKnown) return
    if (viewer === null) {
      // The person pressed to add it; after signing in it may turn out to be a favourite already.
      if ((await requireSignIn()) !== null) favourite.mutate(true)
    } else favourite.mutate(!on)
  }
  return { on, isKnown, toggle: () => void toggle() }
}
