import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Source, SourceList, SourcesOpen } from '../../../../shared/knowledge/sources.ts'
import { fileRefusal } from '../../../blocks/files/chosen-file.ts'
import { useUndoableDelete } from '../../../blocks/undoable-delete/use-undoable-delete.ts'
import { unwrap, useApi } from '../../../lib/http/api.ts'
import { explainError } from '../../../lib/http/explain-error.ts'
import { toast } from '../../../ui/toast.ts'
import { invalidateSources, sourcesQuery } from './sources-query.ts'
import * as texts from './texts.ts'
import { replaceDocument } from './upload-document.ts'

/** A failure is shown and changes nothing. */
export function useSourceActions(agentId: string) {
  const api = useApi()
  const queryClient = useQueryClient()
  const sources = api.agents[':id'].sources
  const refresh = () => invalidateSources(queryClient, agentId)
  const paramOf = ({ id }: Pick<Source, 'id'>) => ({ id: agentId, sourceId: id })

  const change = useMutation({
    mutationFn: ({ work }: { id: string; what: string; work: () => Promise<unknown> }) => work(),
    onError: (error, { what }) => toast.error(`${what} ${fileRefusal(error) ?? explainError(error)}`),
    onSettled: refresh,
  })
  const remove = useUndoableDelete<Source, unknown>({
    remove: async (source) => void (await unwrap(sources[':sourceId'].$delete({ param: paramOf(source) }))),
    restore: (source) => unwrap(sources[':sourceId'].restore.$post({ param: paramOf(source) })),
    words: ({ name }) => ({
      deleted: texts.removed(name),
      restored: texts.restored(name),
      notDeleted: texts.notRemoved(name),
      notRestored: texts.notRestored(name),
    }),
    onDeleted: refresh,
    onRestored: refresh,
  })

  return {
    /** The id of the document with an action in progress. */
    busy: change.isPending ? change.variables.id : remove.isPending ? remove.variables.id : undefined,
    /** Why the last one could not be removed. */
    problem: remove.problem,
    move: (source: Source, position: number) =>
      change.mutate({
        id: source.id,
        what: texts.notMoved(source.name),
        work: () => unwrap(sources[':sourceId'].$patch({ param: paramOf(source), json: { position } })),
      }),
    replace: (source: Source, file: File) =>
      change.mutate({
        id: source.id,
        what: texts.notReplaced(source.name),
        work: () => replaceDocument(api, source, file),
      }),
    remove: (source: Source) => remove.mutate(source),
    open: (sourcesOpen: SourcesOpen) =>
      change.mutate({
        id: '',
        what: texts.visitorsUnchanged,
        work: async () => {
          const list: SourceList = await unwrap(
            sources.$patch({ param: { id: agentId }, json: { sourcesOpen } }),
          )
          queryClient.setQueryData(sourcesQuery(api, agentId).queryKey, list)
        },
      }),
  }
}

export type SourceActions = ReturnType<typeof useSourceActions>
