import { useQueryClient } from '@tanstack/react-query'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { currentViewer } from '../../../lib/session/viewer.ts'

/**
 * Gives where the picture of a typed web address is shown from, which the server fetches for that: the browser never
 * asks the address itself. Null where there is no picture; rejects where that can't be known now, as before signing in.
 */
export function useLookUpPicture(): (url: string) => Promise<string | null> {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (url) => {
    if (currentViewer(queryClient, api) === null)
      throw new Error('Pictures are fetched for those who signed in.')
    return (await unwrap(api.images.remote.$post({ json: { url } }))).pictureUrl
  }
}
