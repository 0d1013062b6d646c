import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  AcceptMcpTools,
  McpServer,
  McpServerChanges,
  NewMcpServer,
} from '../../../shared/tools/mcp-servers.ts'
import { toolServersKey } from '../../blocks/tool-servers/tool-servers-query.ts'
import { ApiError, unwrap, useApi } from '../../lib/http/api.ts'
import { explainError } from '../../lib/http/explain-error.ts'
import { requireSignIn } from '../../lib/http/identity.ts'
import { toast } from '../../ui/toast.ts'
import * as texts from './texts.ts'

function useUpdate() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: toolServersKey })
}

export function useToolServerChanges() {
  const api = useApi()
  const update = useUpdate()
  return {
    /** Returns null if the person declines to sign in. */
    async add(wanted: NewMcpServer) {
      if ((await requireSignIn()) === null) return null
      const added = await unwrap(api['mcp-servers'].$post({ json: wanted }))
      await update()
      return added
    },
    async change(id: string, changes: McpServerChanges) {
      const changed = await unwrap(api['mcp-servers'][':id'].$patch({ param: { id }, json: changes }))
      await update()
      return changed
    },
  }
}

export function useCheckServer() {
  const api = useApi()
  const update = useUpdate()
  return useMutation({
    mutationFn: ({ id }: McpServer) => unwrap(api['mcp-servers'][':id'].check.$post({ param: { id } })),
    onSuccess(_, { name }) {
      toast.success(texts.checked(name))
      return update()
    },
    onError: (error) => toast.error(texts.notChecked(explainError(error))),
  })
}

/** What is accepted is named with the pin that was shown, so that nothing else is. */
export function useAcceptTools({ id }: McpServer) {
  const api = useApi()
  const update = useUpdate()
  return useMutation({
    mutationFn: (wanted: AcceptMcpTools) =>
      unwrap(api['mcp-servers'][':id'].accept.$post({ param: { id }, json: wanted })),
    onSuccess(_, { tools }) {
      toast.success(tools.length > 0 ? texts.accepted(tools.length) : texts.withdrawn)
      return update()
    },
    async onError(error) {
      toast.error(texts.notAccepted(explainError(error)))
      await update()
    },
  })
}

/** The mutation's data is the address to sign in at. */
export function useSignIn() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ id }: McpServer) => unwrap(api['mcp-servers'][':id']['sign-in'].$post({ param: { id } })),
    onError: (error) => toast.error(texts.notPrepared(explainError(error))),
  })
}

export function useSignOut() {
  const api = useApi()
  const update = useUpdate()
  return useMutation({
    mutationFn: ({ id }: McpServer) =>
      unwrap(api['mcp-servers'][':id']['sign-in'].$delete({ param: { id } })),
    onSuccess(_, { name }) {
      toast.success(texts.signedOut(name))
      return update()
    },
    onError: (error) => toast.error(texts.notSignedOut(explainError(error))),
  })
}

export function useRemoveServer() {
  const api = useApi()
  const update = useUpdate()
  return useMutation({
    mutationFn: async ({ id, name }: McpServer) => {
      try {
        await unwrap(api['mcp-servers'][':id'].$delete({ param: { id } }))
      } catch (error) {
        // It is already gone, which is the intended result.
        if (!(error instanceof ApiError && error.status === 404)) throw error
      }
      toast.success(texts.removed(name))
      await update()
    },
  })
}
