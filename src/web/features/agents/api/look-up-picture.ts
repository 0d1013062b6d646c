import { useQueryClient } from '@tanstack/react-query'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { currentViewer } from '../../../lib/session/viewer.ts'

/**
 * The server fetches a typed address, so that the browser never contacts it. Null if there is no picture; rejects if
 * that can't be determined now, for example before sign-in.
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
