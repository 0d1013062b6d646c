import { queryOptions } from '@tanstack/react-query'
import type { PassageAround } from '../../../shared/knowledge/sources.ts'
import { type Api, isMissing, unwrap } from '../../lib/http/api.ts'

/** A passage, as a citation or an address names it. */
export interface PassagePlace {
  sourceId: string
  version: number | string
  number: number | string
  /** What opens it to whoever has the citation. */
  key?: string | undefined
  /** The API key of the answer that cites it, while which is valid it opens. */
  by?: string | undefined
}

/**
 * A passage and what stands around it; null if it does not exist or does not open to this viewer.
 * @param viewer the signed-in wallet, since what an owner sees of a document is not for whoever comes next
 */
export const passageQuery = (
  api: Api,
  viewer: string | null,
  { sourceId, version, number, key, by }: PassagePlace,
) =>
  queryOptions({
    queryKey: ['passage', sourceId, `${version}`, `${number}`, key ?? null, by ?? null, viewer],
    queryFn: async ({ signal }): Promise<PassageAround | null> => {
      try {
        const param = { sourceId, version: `${version}`, number: `${number}` }
        const query = { ...(key !== undefined && { key }), ...(by !== undefined && { by }) }
        return await unwrap(
          api.sources[':sourceId'].passages[':version'][':number'].$get(
            { param, query },
            { init: { signal } },
          ),
        )
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
  })
