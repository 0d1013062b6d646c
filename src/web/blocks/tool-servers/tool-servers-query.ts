import { queryOptions } from '@tanstack/react-query'
import type { McpServer } from '../../../shared/tools/mcp-servers.ts'
import { type Api, unwrap } from '../../lib/http/api.ts'

export const toolServersKey = ['tool-servers'] as const

/** The servers of tools of a wallet and those of the place. */
export const toolServersQuery = (api: Api, owner: string) =>
  queryOptions({
    queryKey: [...toolServersKey, owner],
    queryFn: ({ signal }): Promise<{ servers: McpServer[] }> =>
      unwrap(api['mcp-servers'].$get({}, { init: { signal } })),
    staleTime: 10_000,
  })
